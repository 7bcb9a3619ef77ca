#include "patterns.h"
#include "problems.h"

#include <string.h>
#include <libxslt/xsltutils.h>

/* Whether steps follow a call at the start of a pattern. */
static int has_steps(const char *call) {
    const char *at = call;
    for (char quote = 0; *at != 0 && (quote != 0 || *at != ')'); at++) {
        if (quote == 0 && (*at == '"' || *at == '\'')) quote = *at;
        else if (*at == quote) quote = 0;
    }
    at += *at != 0;
    at += strspn(at, " \t\r\n");
    return *at != 0 && *at != '|';
}

void check_pattern(xmlNodePtr node, const xmlChar *pattern) {
    const char *start = (const char *)pattern;
    while (start != NULL) {
        start += strspn(start, "| \t\r\n");
        if ((strncmp(start, "id(", 3) == 0 || strncmp(start, "key(", 4) == 0) && has_steps(start))
            report_name(node, "steps after id() or key() do not match all nodes here that they match in XSLT 2: \"%s\"", pattern);
        start = strchr(start, '|');
    }
    if (strstr((const char *)pattern, "current()") != NULL)
        report_name(node, "current() is the matched node in patterns of XSLT 2, but not here: \"%s\"", pattern);
}

/* The next template for the whole document, from a node on. */
static xmlNodePtr root_template(xmlNodePtr node) {
    for (; node != NULL; node = node->next) {
        if (node->type != XML_ELEMENT_NODE || !IS_XSLT_ELEM(node) || !IS_XSLT_NAME(node, "template")) continue;
        xmlChar *match = xmlGetNoNsProp(node, (const xmlChar *)"match");
        int is_root = match != NULL && strcmp((const char *)match, "/") == 0;
        xmlFree(match);
        if (is_root) return node;
    }
    return NULL;
}

/* Whether of two templates for the whole document in one mode, one has a priority: the other one has 0.5 in XSLT 1.0. */
static int competes(xmlNodePtr one, xmlNodePtr other) {
    xmlChar *mode = xmlGetNoNsProp(one, (const xmlChar *)"mode"), *other_mode = xmlGetNoNsProp(other, (const xmlChar *)"mode");
    int has_priority = xmlHasProp(one, (const xmlChar *)"priority") != NULL;
    int differs = has_priority != (xmlHasProp(other, (const xmlChar *)"priority") != NULL);
    int is_same_mode = xmlStrEqual(mode, other_mode);
    xmlFree(mode);
    xmlFree(other_mode);
    return differs && is_same_mode;
}

xmlNodePtr check_priorities(xmlNodePtr root, xmlNodePtr first) {
    for (xmlNodePtr node = root_template(root->children); node != NULL; node = root_template(node->next)) {
        if (first == NULL) first = node;
        if (competes(first, node)) report_name(node, "the pattern \"/\" has another priority in XSLT 2 than in XSLT 1.0", node->name);
    }
    return first;
}
