#include "numbers.h"
#include "format-number.h"
#include "later.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libxml/xpathInternals.h>
#include <libxslt/numbersInternals.h>
#include <libxslt/templates.h>
#include <libxslt/transform.h>

/* Doubles from here on are written with an exponent by XPath 2, and from 1e-5 down by libxml2. */
#define EXPONENT_FROM 1e6
#define SMALLEST_PLAIN 1e-5

/* xsl:number of larger values is an error or a matter of the processor. */
#define LARGEST_COUNT 1e9

static int is_guarded;

/* Whether XPath 2 writes a number in another way. libxml2 writes 15 digits, XPath 2 as many as tell it from others. */
static int differs_later(double value) {
    if (isnan(value)) return 0;
    if (value == 0) return signbit(value) != 0;
    if (isinf(value) || fabs(value) >= EXPONENT_FROM || fabs(value) < SMALLEST_PLAIN) return 1;
    char text[40];
    snprintf(text, sizeof text, "%.15g", value);
    return strtod(text, NULL) != value;
}

static void check_number(xmlXPathObjectPtr value) {
    if (is_guarded && value != NULL && value->type == XPATH_NUMBER && differs_later(value->floatval))
        refuse("XSLT 2 writes this number in another way than XSLT 1.0, unless format-number() does it");
}

xmlChar *__real_xmlXPathCastToString(xmlXPathObjectPtr value);
xmlChar *__wrap_xmlXPathCastToString(xmlXPathObjectPtr value) {
    check_number(value);
    return __real_xmlXPathCastToString(value);
}

xmlXPathObjectPtr __real_xmlXPathConvertString(xmlXPathObjectPtr value);
xmlXPathObjectPtr __wrap_xmlXPathConvertString(xmlXPathObjectPtr value) {
    check_number(value);
    if (is_guarded) refuse_several(value, "it selects several nodes: XSLT 2 writes all of them, XSLT 1.0 the first one");
    return __real_xmlXPathConvertString(value);
}

static void check_arguments(xmlXPathParserContextPtr ctxt, int count) {
    for (int i = 0; i < count; i++) check_number(argument(ctxt, i));
    refuse_several_arguments(ctxt, count);
}

static void string_as_later(xmlXPathParserContextPtr ctxt, int count) {
    check_arguments(ctxt, count);
    xmlXPathStringFunction(ctxt, count);
}

static void concat_as_later(xmlXPathParserContextPtr ctxt, int count) {
    check_arguments(ctxt, count);
    xmlXPathConcatFunction(ctxt, count);
}

void guard_numbers(xsltTransformContextPtr ctxt) {
    is_guarded = 1;
    replace_function(ctxt->xpathCtxt, "string", string_as_later);
    replace_function(ctxt->xpathCtxt, "concat", concat_as_later);
    replace_function(ctxt->xpathCtxt, "format-number", format_number_as_later);
}

/* Whether a byte belongs to a token of a format, or to a number. */
static int is_token(unsigned char byte) {
    return isalnum(byte) || (byte & 0x80) != 0;
}

/* Whether a format has tokens, and only those that both versions know: 1, 01, a, A, i, I. */
static int is_plain_format(const xmlChar *format) {
    int tokens = 0;
    for (const char *at = (const char *)format; *at != 0;) {
        size_t length = 0;
        while (is_token((unsigned char)at[length])) length++;
        size_t zeros = strspn(at, "0");
        int is_number = zeros + 1 == length && at[zeros] == '1';
        if (length > 0 && !is_number && !(length == 1 && strchr("aAiI", *at) != NULL)) return 0;
        at += length > 0 ? length : 1;
        tokens += length > 0;
    }
    return tokens > 0;
}

/* Whether the value of an xsl:number is one whole number. */
static int is_one_number(xsltTransformContextPtr ctxt, xmlNodePtr node, xmlNodePtr inst, const xmlChar *expression) {
    xmlXPathContextPtr xpath = ctxt->xpathCtxt;
    xmlXPathContext before = *xpath;
    xmlNsPtr *namespaces = xmlGetNsList(inst->doc, inst);
    xpath->node = node;
    xpath->namespaces = namespaces;
    xpath->nsNr = 0;
    while (namespaces != NULL && namespaces[xpath->nsNr] != NULL) xpath->nsNr++;
    xmlXPathObjectPtr value = xmlXPathEvalExpression(expression, xpath);
    xpath->node = before.node;
    xpath->namespaces = before.namespaces;
    xpath->nsNr = before.nsNr;
    xpath->contextSize = before.contextSize;
    xpath->proximityPosition = before.proximityPosition;
    int is_set = value != NULL && value->type == XPATH_NODESET && value->nodesetval != NULL;
    double number = value == NULL || (is_set && value->nodesetval->nodeNr != 1) ? NAN : xmlXPathCastToNumber(value);
    xmlXPathFreeObject(value);
    xmlFree(namespaces);
    return number >= 0 && number < LARGEST_COUNT && number == floor(number);
}

/* Whether a text has no letter and no digit but zeros: nothing was counted. */
static int counts_nothing(const xmlChar *text) {
    for (; text != NULL && *text != 0; text++)
        if (is_token(*text) && *text != '0') return 0;
    return 1;
}

/* What XSLT 2 writes if nothing was counted: what stands before the first token of the format, and after its last one. */
static void write_edges(xsltTransformContextPtr ctxt, xmlNodePtr target, const xmlChar *format) {
    size_t length = strlen((const char *)format), first = 0, last = length;
    while (first < length && !is_token(format[first])) first++;
    while (last > first && !is_token(format[last - 1])) last--;
    xmlChar *edges = xmlStrndup(format, (int)first);
    edges = xmlStrncat(edges, format + last, (int)(length - last));
    if (edges != NULL && *edges != 0) xsltCopyTextString(ctxt, target, edges, 0);
    xmlFree(edges);
}

/* The text that xsl:number writes. The caller frees it. */
static xmlChar *number_text(xsltTransformContextPtr ctxt, xmlNodePtr node, xmlNodePtr inst, xsltElemPreCompPtr precomputed) {
    xmlNodePtr target = ctxt->insert;
    xmlNodePtr written = xmlNewDocNode(ctxt->output, NULL, (const xmlChar *)"number", NULL);
    ctxt->insert = written;
    xsltNumber(ctxt, node, inst, precomputed);
    ctxt->insert = target;
    xmlChar *text = xmlNodeGetContent(written);
    xmlFreeNode(written);
    ctxt->lasttext = NULL;
    return text;
}

void number_as_later(xsltTransformContextPtr ctxt, xmlNodePtr node, xmlNodePtr inst, xsltElemPreCompPtr precomputed) {
    xsltNumberDataPtr data = &((xsltStylePreCompPtr)precomputed)->numdata;
    xmlChar *evaluated = data->has_format && data->format == NULL
                             ? xsltEvalAttrValueTemplate(ctxt, data->node, (const xmlChar *)"format", XSLT_NAMESPACE)
                             : NULL;
    const xmlChar *given = evaluated != NULL ? evaluated : data->format;
    const xmlChar *format = data->has_format && given != NULL ? given : (const xmlChar *)"1";
    if (data->value == NULL && data->from != NULL && xmlStrcmp(data->level, (const xmlChar *)"any") != 0)
        refuse("the attribute from counts in another way in XSLT 2 than in XSLT 1.0");
    else if (data->value != NULL && !is_one_number(ctxt, node, inst, data->value))
        refuse("its value is not one whole number, as XSLT 1.0 needs it");
    else if (!is_plain_format(format)) refuse("its format is not one of XSLT 1.0");
    else {
        xmlChar *text = number_text(ctxt, node, inst, precomputed);
        if (data->value == NULL && counts_nothing(text)) write_edges(ctxt, ctxt->insert, format);
        else if (text != NULL) xsltCopyTextString(ctxt, ctxt->insert, text, 0);
        xmlFree(text);
    }
    xmlFree(evaluated);
}
