#include "entities.h"

#include <stdint.h>
#include <string.h>
#include <libxml/SAX2.h>
#include <libxml/entities.h>
#include "problems.h"

/* Bytes that are always allowed, and so many times the document's own. */
#define ALLOWED 10000000
#define FACTOR 10

/* What a reference costs beside the bytes that come of it, and the most that is counted. */
#define REFERENCE 8
#define MOST (1u << 30)

/* Entities within entities that are followed. */
#define DEEPEST 500

static uint64_t spent;

/* Bytes that an entity expands to; kept in its _private, one up, so that each is looked through once. */
static uint32_t cost(xmlDocPtr doc, xmlEntityPtr entity, int depth) {
    if (entity == NULL || entity->content == NULL) return REFERENCE;
    if (entity->_private != NULL) return (uint32_t)(uintptr_t)entity->_private - 1;
    if (depth > DEEPEST) return MOST;
    entity->_private = (void *)(uintptr_t)(MOST + 1); /* what it costs if it holds itself */
    uint64_t sum = REFERENCE + strlen((const char *)entity->content);
    for (const xmlChar *at = entity->content; *at != 0 && sum < MOST; at++) {
        if ((*at != '&' && *at != '%') || at[1] == '#') continue;
        const char *end = strchr((const char *)at, ';');
        if (end == NULL) break;
        xmlChar *name = xmlStrndup(at + 1, (int)((const xmlChar *)end - at - 1));
        sum += cost(doc, *at == '&' ? xmlGetDocEntity(doc, name) : xmlGetParameterEntity(doc, name), depth + 1);
        xmlFree(name);
    }
    uint32_t total = sum < MOST ? (uint32_t)sum : MOST;
    entity->_private = (void *)(uintptr_t)(total + 1);
    return total;
}

static xmlEntityPtr charge(xmlParserCtxtPtr context, xmlEntityPtr entity) {
    if (entity == NULL || entity->etype == XML_INTERNAL_PREDEFINED_ENTITY) return entity;
    xmlParserInputPtr input = parser->inputTab[0];
    spent += cost(parser->myDoc, entity, 0);
    if (spent <= ALLOWED + FACTOR * (uint64_t)(input->consumed + (input->cur - input->base))) return entity;
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
