#include "entities.h"

#include <stdint.h>
#include <string.h>
#include <libxml/SAX2.h>
#include <libxml/entities.h>
#include "problems.h"

/* The bytes that entities may expand to: ALLOWED_BYTES, plus ALLOWED_FACTOR times the size of the document so far. */
#define ALLOWED_BYTES 10000000
#define ALLOWED_FACTOR 10

/* The cost of a reference besides the bytes that it expands to, and the highest cost that is counted. */
#define REFERENCE_COST_BYTES 8
#define MAX_COUNTED_BYTES (1u << 30)

/* The depth of nested entities that is followed. */
#define MAX_ENTITY_DEPTH 500

static uint64_t expanded_bytes;

/* The bytes that an entity expands to. `_private` keeps this number plus 1, so that each entity is scanned once. */
static uint32_t expansion_cost(xmlDocPtr doc, xmlEntityPtr entity, int depth) {
    if (entity == NULL || entity->content == NULL) return REFERENCE_COST_BYTES;
    if (entity->_private != NULL) return (uint32_t)(uintptr_t)entity->_private - 1;
    if (depth > MAX_ENTITY_DEPTH) return MAX_COUNTED_BYTES;
    entity->_private = (void *)(uintptr_t)(MAX_COUNTED_BYTES + 1); /* the cost while it is scanned, for an entity that refers to itself */
    uint64_t sum = REFERENCE_COST_BYTES + strlen((const char *)entity->content);
    for (const xmlChar *at = entity->content; *at != 0 && sum < MAX_COUNTED_BYTES; at++) {
        if ((*at != '&' && *at != '%') || at[1] == '#') continue;
        const char *end = strchr((const char *)at, ';');
        if (end == NULL) break;
        xmlChar *name = xmlStrndup(at + 1, (int)((const xmlChar *)end - at - 1));
        sum += expansion_cost(doc, *at == '&' ? xmlGetDocEntity(doc, name) : xmlGetParameterEntity(doc, name), depth + 1);
        xmlFree(name);
    }
    uint32_t total = sum < MAX_COUNTED_BYTES ? (uint32_t)sum : MAX_COUNTED_BYTES;
    entity->_private = (void *)(uintptr_t)(total + 1);
    return total;
}

/* Adds the cost of a reference to this entity. Stops the parsers and returns NULL if the total exceeds the limit. */
static xmlEntityPtr count_expansion(xmlParserCtxtPtr context, xmlEntityPtr entity) {
    if (entity == NULL || entity->etype == XML_INTERNAL_PREDEFINED_ENTITY) return entity;
    xmlParserInputPtr input = parser->inputTab[0];
    expanded_bytes += expansion_cost(parser->myDoc, entity, 0);
    if (expanded_bytes <= ALLOWED_BYTES + ALLOWED_FACTOR * (uint64_t)(input->consumed + (input->cur - input->base))) return entity;
    report_problem(SYNTAX, reading, input->line, input->col, "its entities expand to far more than the document");
    xmlStopParser(context);
    xmlStopParser(parser);
    return NULL;
}

static xmlEntityPtr get_entity(void *context, const xmlChar *name) {
    return count_expansion(context, xmlSAX2GetEntity(context, name));
}

static xmlEntityPtr get_parameter_entity(void *context, const xmlChar *name) {
    return count_expansion(context, xmlSAX2GetParameterEntity(context, name));
}

void limit_entities(xmlParserCtxtPtr context) {
    expanded_bytes = 0;
    context->sax->getEntity = get_entity;
    context->sax->getParameterEntity = get_parameter_entity;
}
