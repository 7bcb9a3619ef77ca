#include "version.h"
#include "problems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libxslt/xsltutils.h>

#define MAX_MESSAGE_BYTES 200

/* The elements of XSLT 1.0 (and `document` of 1.1), each with its attributes: https://www.w3.org/TR/xslt-10/#element-syntax-summary */
static const struct {
    const char *name, *attributes;
} ELEMENTS[] = {
    {"stylesheet", " id extension-element-prefixes exclude-result-prefixes version "},
    {"transform", " id extension-element-prefixes exclude-result-prefixes version "},
    {"import", " href "},
    {"include", " href "},
    {"strip-space", " elements "},
    {"preserve-space", " elements "},
    {"template", " match name priority mode "},
    {"apply-templates", " select mode "},
    {"apply-imports", " "},
    {"call-template", " name "},
    {"namespace-alias", " stylesheet-prefix result-prefix "},
    {"element", " name namespace use-attribute-sets "},
    {"attribute", " name namespace "},
    {"attribute-set", " name use-attribute-sets "},
    {"text", " disable-output-escaping "},
    {"processing-instruction", " name "},
    {"comment", " "},
    {"copy", " use-attribute-sets "},
    {"value-of", " select disable-output-escaping "},
    {"number", " level count from value format lang letter-value grouping-separator grouping-size "},
    {"for-each", " select "},
    {"if", " test "},
    {"choose", " "},
    {"when", " test "},
    {"otherwise", " "},
    {"sort", " select lang data-type order case-order "},
    {"variable", " name select "},
    {"param", " name select "},
    {"with-param", " name select "},
    {"copy-of", " select "},
    {"key", " name match use "},
    {"decimal-format", " name decimal-separator grouping-separator infinity minus-sign NaN percent per-mille zero-digit digit "
                       "pattern-separator "},
    {"output", " method version encoding omit-xml-declaration standalone doctype-public doctype-system cdata-section-elements "
               "indent media-type "},
    {"message", " terminate "},
    {"fallback", " "},
    {NULL, NULL},
};

/* Attributes of later versions that change the result, whatever the version of the stylesheet. Other unknown attributes are
 * ignored, as XSLT 1.0 demands of a stylesheet of version 1.1: https://www.w3.org/TR/xslt-10/#forwards */
static const char CHANGING[] = " xpath-default-namespace default-mode expand-text separator tunnel use-character-maps use-when ";

/* Attributes with which literal result elements take part in XSLT 1.0. */
static const char OF_LITERALS[] = " version extension-element-prefixes exclude-result-prefixes use-attribute-sets ";

static int lists(const char *list, const xmlChar *name) {
    char word[MAX_MESSAGE_BYTES];
    return snprintf(word, sizeof word, " %s ", (const char *)name) < (int)sizeof word && strstr(list, word) != NULL;
}

static const char *attributes_of(const xmlChar *name) {
    for (int i = 0; ELEMENTS[i].name != NULL; i++)
        if (strcmp(ELEMENTS[i].name, (const char *)name) == 0) return ELEMENTS[i].attributes;
    return NULL;
}

static int in_xslt(xmlNsPtr ns) {
    return ns != NULL && xmlStrEqual(ns->href, XSLT_NAMESPACE);
}

static double version_of(xmlNodePtr root) {
    xmlChar *text = IS_XSLT_ELEM(root) ? xmlGetNoNsProp(root, (const xmlChar *)"version")
                                       : xmlGetNsProp(root, (const xmlChar *)"version", XSLT_NAMESPACE);
    double version = text == NULL ? 1 : strtod((const char *)text, NULL);
    xmlFree(text);
    return version;
}

static void check_value(xmlNodePtr node, xmlAttrPtr attribute) {
    xmlChar *value = xmlNodeListGetString(node->doc, attribute->children, 1);
    if (value == NULL) return;
    const char *text = (const char *)value;
    if (strcmp((const char *)attribute->name, "mode") == 0 && strpbrk(text + strspn(text, " \t\r\n"), " \t\r\n#") != NULL)
        report_name(node, "the mode \"%s\" is not one of XSLT 1.0", value);
    int is_method = strcmp((const char *)node->name, "output") == 0 && strcmp((const char *)attribute->name, "method") == 0;
    if (is_method && strchr(text, ':') == NULL && !lists(" xml html text ", value))
        report_name(node, "the output method %s is not one of XSLT 1.0", value);
    if (strcmp((const char *)attribute->name, "elements") == 0 && (strchr(text, '{') != NULL || strstr(text, "*:") != NULL))
        report_name(node, "the names \"%s\" are not all of XSLT 1.0", value);
    if (strncmp((const char *)attribute->name, "grouping-s", 10) == 0 && strcmp((const char *)node->name, "number") == 0 &&
        strchr(text, '{') != NULL)
        report_name(node, "this engine does not compute how numbers are grouped: \"%s\"", value);
    if (strcmp((const char *)attribute->name, "zero-digit") == 0 && (value[0] & 0x80) != 0)
        report_name(node, "this engine writes no other digits than those of ASCII, and not from \"%s\" on", value);
    xmlFree(value);
}

static void check_attributes(xmlNodePtr node) {
    const char *known = IS_XSLT_ELEM(node) ? attributes_of(node->name) : NULL;
    for (xmlAttrPtr attribute = node->properties; attribute != NULL; attribute = attribute->next) {
        if (in_xslt(attribute->ns) && !IS_XSLT_ELEM(node)) {
            if (!lists(OF_LITERALS, attribute->name))
                report_name(node, "the attribute xsl:%s is not one of XSLT 1.0", attribute->name);
        } else if (known != NULL && attribute->ns == NULL) {
            if (lists(known, attribute->name)) check_value(node, attribute);
            else if (lists(CHANGING, attribute->name))
                report_name(node, "the attribute %s of this instruction is not one of XSLT 1.0", attribute->name);
        }
    }
}

/* Whether an element asks which version runs. What stands in it may be for other versions. */
static int asks_version(xmlNodePtr node) {
    xmlChar *test = xmlGetNoNsProp(node, (const xmlChar *)"test");
    int asks = test != NULL && (strstr((const char *)test, "system-property") != NULL ||
                                strstr((const char *)test, "-available") != NULL);
    xmlFree(test);
    return asks;
}

static int is_conditional(xmlNodePtr node) {
    if (!IS_XSLT_ELEM(node)) return 0;
    if (IS_XSLT_NAME(node, "if")) return asks_version(node);
    if (!IS_XSLT_NAME(node, "choose")) return 0;
    for (xmlNodePtr child = node->children; child != NULL; child = child->next)
        if (child->type == XML_ELEMENT_NODE && asks_version(child)) return 1;
    return 0;
}

/* The next node in document order below `root`; with `skip` the node's own content is left out. */
static xmlNodePtr after(xmlNodePtr node, xmlNodePtr root, int skip) {
    if (!skip && node->type == XML_ELEMENT_NODE && node->children != NULL) return node->children;
    while (node != root && node->next == NULL) node = node->parent;
    return node == root ? NULL : node->next;
}

static void check_declarations(xmlNodePtr root) {
    static const char known[] = " import include strip-space preserve-space output key param decimal-format attribute-set "
                                "variable template namespace-alias function ";
    if (!IS_XSLT_ELEM(root)) return;
    for (xmlNodePtr node = root->children; node != NULL; node = node->next)
        if (node->type == XML_ELEMENT_NODE && IS_XSLT_ELEM(node) && !lists(known, node->name))
            report_name(node, "this declaration is not one of XSLT 1.0", node->name);
}

void check_version(xmlNodePtr root) {
    if (root == NULL) return;
    if (version_of(root) >= 2) {
        report_name(root, "a %s of a later version must be a part or a file of its own", root->name);
        return;
    }
    check_declarations(root);
    for (xmlNodePtr node = root; node != NULL; node = after(node, root, is_conditional(node)))
        if (node->type == XML_ELEMENT_NODE) check_attributes(node);
}
