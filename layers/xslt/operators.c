#include "operators.h"
#include "later.h"
#include "problems.h"

#include <math.h>
#include <string.h>
#include <libxml/xpathInternals.h>
#include <libxslt/xsltutils.h>

static int is_guarded;

/* The first and the last of the strings of a value, by code points. Returns whether there are any. The caller frees both. */
static int extremes(xmlXPathObjectPtr value, xmlChar **first, xmlChar **last) {
    int is_set = is_nodes(value);
    int count = is_set ? node_count(value) : 1;
    *first = *last = NULL;
    for (int i = 0; i < count; i++) {
        xmlChar *text = is_set ? xmlXPathCastNodeToString(value->nodesetval->nodeTab[i]) : xmlStrdup(value->stringval);
        if (*first == NULL) {
            *first = text;
            *last = xmlStrdup(text);
        } else if (xmlStrcmp(text, *first) < 0) {
            xmlFree(*first);
            *first = text;
        } else if (xmlStrcmp(text, *last) > 0) {
            xmlFree(*last);
            *last = text;
        } else xmlFree(text);
    }
    return count > 0;
}

/* Whether a string of `left` is before one of `right`, or equal to one if not `strict`. */
static int has_before(xmlXPathObjectPtr left, xmlXPathObjectPtr right, int strict) {
    xmlChar *least, *greatest, *unused_last, *unused_first;
    int any = extremes(left, &least, &unused_last) & extremes(right, &unused_first, &greatest);
    int order = any ? xmlStrcmp(least, greatest) : 1;
    xmlFree(least);
    xmlFree(greatest);
    xmlFree(unused_last);
    xmlFree(unused_first);
    return any && (strict ? order < 0 : order <= 0);
}

static int is_text(xmlXPathObjectPtr value) {
    return is_nodes(value) || (value != NULL && value->type == XPATH_STRING);
}

static void check_boolean(xmlXPathObjectPtr left, xmlXPathObjectPtr right) {
    if (left == NULL || right == NULL || (left->type == XPATH_BOOLEAN) == (right->type == XPATH_BOOLEAN)) return;
    refuse("XSLT 2 compares a boolean with another value in another way than XSLT 1.0");
}

int __real_xmlXPathCompareValues(xmlXPathParserContextPtr ctxt, int inf, int strict);
int __wrap_xmlXPathCompareValues(xmlXPathParserContextPtr ctxt, int inf, int strict) {
    if (!is_guarded) return __real_xmlXPathCompareValues(ctxt, inf, strict);
    xmlXPathObjectPtr right = argument(ctxt, 0), left = argument(ctxt, 1);
    check_boolean(left, right);
    int are_texts = is_text(left) && is_text(right);
    int later = are_texts ? inf ? has_before(left, right, strict) : has_before(right, left, strict) : 0;
    int result = __real_xmlXPathCompareValues(ctxt, inf, strict);
    if (are_texts && later != result) refuse("XSLT 2 compares these values as strings, XSLT 1.0 as numbers");
    return result;
}

int __real_xmlXPathEqualValues(xmlXPathParserContextPtr ctxt);
int __wrap_xmlXPathEqualValues(xmlXPathParserContextPtr ctxt) {
    if (is_guarded) check_boolean(argument(ctxt, 1), argument(ctxt, 0));
    return __real_xmlXPathEqualValues(ctxt);
}

int __real_xmlXPathNotEqualValues(xmlXPathParserContextPtr ctxt);
int __wrap_xmlXPathNotEqualValues(xmlXPathParserContextPtr ctxt) {
    if (is_guarded) check_boolean(argument(ctxt, 1), argument(ctxt, 0));
    return __real_xmlXPathNotEqualValues(ctxt);
}

/* Refuses what XPath 2 does not calculate with. */
static void check_operands(xmlXPathParserContextPtr ctxt, int count) {
    for (int i = 0; is_guarded && i < count; i++) {
        xmlXPathObjectPtr value = argument(ctxt, i);
        if (!is_nodes(value)) continue;
        int nodes = node_count(value);
        if (nodes == 0) refuse("XSLT 2 gives nothing if it calculates with no node, XSLT 1.0 gives NaN");
        else if (nodes > 1) refuse("XSLT 2 does not calculate with several nodes, XSLT 1.0 takes the first one");
        else if (isnan(xmlXPathCastNodeToNumber(value->nodesetval->nodeTab[0])))
            refuse("XSLT 2 does not calculate with a node that holds no number, XSLT 1.0 gives NaN");
    }
}

#define ARITHMETIC(name, operands) \
    void __real_##name(xmlXPathParserContextPtr ctxt); \
    void __wrap_##name(xmlXPathParserContextPtr ctxt) { \
        check_operands(ctxt, operands); \
        __real_##name(ctxt); \
    }

ARITHMETIC(xmlXPathValueFlipSign, 1)
ARITHMETIC(xmlXPathAddValues, 2)
ARITHMETIC(xmlXPathSubValues, 2)
ARITHMETIC(xmlXPathMultValues, 2)
ARITHMETIC(xmlXPathDivValues, 2)
ARITHMETIC(xmlXPathModValues, 2)

/* XPath 2 finds what follows and precedes an attribute, libxml2 does not find all of it. */
static void check_start(xmlXPathParserContextPtr ctxt, xmlNodePtr current) {
    xmlNodePtr node = ctxt->context->node;
    if (!is_guarded || current != NULL || node == NULL) return;
    if (node->type == XML_ATTRIBUTE_NODE || node->type == XML_NAMESPACE_DECL)
        refuse("this engine does not find all nodes that follow or precede an attribute or a namespace");
}

#define AXIS(name) \
    xmlNodePtr __real_##name(xmlXPathParserContextPtr ctxt, xmlNodePtr current); \
    xmlNodePtr __wrap_##name(xmlXPathParserContextPtr ctxt, xmlNodePtr current) { \
        check_start(ctxt, current); \
        return __real_##name(ctxt, current); \
    }

AXIS(xmlXPathNextFollowing)
AXIS(xmlXPathNextPreceding)

#define FUNCTION(name) \
    static void single_##name(xmlXPathParserContextPtr ctxt, int count) { \
        refuse_several_arguments(ctxt, count); \
        xmlXPath##name##Function(ctxt, count); \
    }
#define ROUNDING(name) \
    static void rounded_##name(xmlXPathParserContextPtr ctxt, int count) { \
        check_operands(ctxt, count); \
        xmlXPath##name##Function(ctxt, count); \
    }

FUNCTION(Contains)
FUNCTION(StartsWith)
FUNCTION(SubstringBefore)
FUNCTION(SubstringAfter)
FUNCTION(Substring)
FUNCTION(StringLength)
FUNCTION(Normalize)
FUNCTION(Translate)
FUNCTION(LocalName)
FUNCTION(NamespaceURI)

/* XPath 2 reads INF as a number, and a plus sign before one. */
static void number_of_one(xmlXPathParserContextPtr ctxt, int count) {
    xmlXPathObjectPtr value = count == 1 ? argument(ctxt, 0) : NULL;
    refuse_several_arguments(ctxt, count);
    if (value != NULL && value->type != XPATH_NUMBER && isnan(xmlXPathCastToNumber(value))) {
        xmlChar *text = xmlXPathCastToString(value);
        const char *start = (const char *)text + strspn((const char *)text, " \t\r\n");
        if (*start == '+' || strncmp(start + (*start == '-'), "INF", 3) == 0)
            refuse("XSLT 2 reads this text as a number, XSLT 1.0 does not");
        xmlFree(text);
    }
    xmlXPathNumberFunction(ctxt, count);
}

ROUNDING(Round)
ROUNDING(Floor)
ROUNDING(Ceiling)

static const struct {
    const char *name;
    xmlXPathFunction function;
} FUNCTIONS[] = {
    {"contains", single_Contains},
    {"starts-with", single_StartsWith},
    {"substring-before", single_SubstringBefore},
    {"substring-after", single_SubstringAfter},
    {"substring", single_Substring},
    {"string-length", single_StringLength},
    {"normalize-space", single_Normalize},
    {"translate", single_Translate},
    {"number", number_of_one},
    {"local-name", single_LocalName},
    {"namespace-uri", single_NamespaceURI},
    {"round", rounded_Round},
    {"floor", rounded_Floor},
    {"ceiling", rounded_Ceiling},
    {NULL, NULL},
};

void guard_operators(xsltTransformContextPtr ctxt) {
    is_guarded = 1;
    for (int i = 0; FUNCTIONS[i].name != NULL; i++) replace_function(ctxt->xpathCtxt, FUNCTIONS[i].name, FUNCTIONS[i].function);
}
