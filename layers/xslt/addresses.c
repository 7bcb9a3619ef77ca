/* Relative addresses as stylesheets have them: with blanks and letters of any script, as other processors take them. */
#include <string.h>
#include <libxml/uri.h>
#include <libxml/xmlstring.h>

/* The characters that stay as they are if an address is not valid as it is: those of addresses, else those of paths. */
static const char *KEPT[] = {":/?#[]@!$&'()*+,;=%", "/", NULL};

xmlChar *__real_xmlBuildURI(const xmlChar *reference, const xmlChar *base);

xmlChar *__wrap_xmlBuildURI(const xmlChar *reference, const xmlChar *base) {
    xmlChar *built = __real_xmlBuildURI(reference, base);
    for (int i = 0; built == NULL && reference != NULL && KEPT[i] != NULL; i++) {
        xmlChar *escaped = xmlURIEscapeStr(reference, (const xmlChar *)KEPT[i]);
        built = __real_xmlBuildURI(escaped, base);
        xmlFree(escaped);
    }
    return built;
}
