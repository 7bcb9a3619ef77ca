#include "entities.h"

#include <stdint.h>
#include <string.h>
#include <libxml/SAX2.h>
#include <libxml/entities.h>
#include "problems.h"

/* The bytes that entities may expand to: this many always, or this many times the size of the document. */
#define ALLOWED_BYTES 10000000
#define ALLOWED_FACTOR 10

/* The cost of a reference beside the bytes that it expands to, and the highest count. */
#define REFERENCE_COST_BYTES 8
#define MAX_COUNTED_BYTES (1u << 30)

/* Levels of entities within entities that are followed. */
#define MAX_ENTITY_DEPTH 500

static uint64_t spent;

/* Bytes that an entity expands to; kept in its _private, one up, so that each is looked through once. */
static uint32_t cost(xmlDocPtr doc, xmlEntityPtr entity, int depth) {
    if (entity == NULL || entity->content == NULL) return REFERENCE_COST_BYTES;
    if (entity->_private != NULL) return (uint32_t)(uintptr_t)entity->_private - 1;
    if (depth > MAX_ENTITY_DEPTH) return MAX_COUNTED_BYTES;
    entity->_private = (void *)(uintptr_t)(MAX_COUNTED_BYTES + 1); /* what it costs if it holds itself */
    uint64_t sum = REFERENCE_COST_BYTES + strlen((const char *)entity->content);
    for (const xmlChar *at = entity->content; *at != 0 && sum < MAX_COUNTED_BYTES; at++) {
        if ((*at != '&' && *at != '%') || at[1] == '#') continue;
        const char *end = strchr((const char *)at, ';');
        if (end == NULL) break;
        xmlChar *name = xmlStrndup(at + 1, (int)((const xmlChar *)end - at - 1));
        sum += cost(doc, *at == '&' ? xmlGetDocEntity(doc, name) : xmlGetParameterEntity(doc, name), depth + 1);
        xmlFree(name);
    }
    uint32_t total = sum < MAX_COUNTED_BYTES ? (uint32_t)sum : MAX_COUNTED_BYTES;
    entity->_private = (void *)(uintptr_t)(total + 1);
    return total;
}

static xmlEntityPtr charge(xmlParserCtxtPtr context, xmlEntityPtr entity) {
    if (entity == NULL || entity->etype == XML_INTERNAL_PREDEFINED_ENTITY) return entity;
    xmlParserInputPtr input = parser->inputTab[0];
    spent += cost(parser->myDoc, entity, 0);
    if (spent <= ALLOWED_BYTES + ALLOWED_FACTOR * (uint64_t)(input->consumed + (input->cur - input->base))) return entity;
    problem(SYNTAX, reading, input->line, input->col, "its entities expand to far more than the document");
    xmlStopParser(context);
    xmlStopParser(parser);
    return NULL;
}

static xmlEntityPtr get_entity(void *context, const xmlChar *name) {
    return charge(context, xmlSAX2GetEntity(context, name));
}

static xmlEntityPtr get_parameter_entity(void *context, const xmlChar *name) {
    return charge(context, xmlSAX2GetParameterEntity(context, name));
}

void bound_entities(xmlParserCtxtPtr context) {
    context->sax->getEntity = get_entity;
    context->sax->getParameterEntity = get_parameter_entity;
}
