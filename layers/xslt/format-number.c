#include "format-number.h"
#include "later.h"
#include "problems.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <libxml/xpathInternals.h>
#include <libxslt/functions.h>

/* Doubles from here on have no digits behind the point that could be trusted. */
#define LARGEST_SCALED 1e15
/* How far from a half a number can be because doubles are not exact, as a share of it and at least. */
#define HALF_TOLERANCE 1e-14
#define HALF_LEAST_TOLERANCE 1e-9

/* A sub-picture: how much of it is before its digits, the length of these, and what they ask for. */
struct picture {
    size_t start, length;
    int least_whole, least_fraction, most_fraction, has_point;
};

/* The characters of a decimal format that have a meaning in pictures. Each is one byte. */
struct symbols {
    char digit, zero, group, point, separator;
};

static int is_byte(const xmlChar *text, char *byte) {
    *byte = text == NULL ? 0 : (char)text[0];
    return text != NULL && text[0] != 0 && text[0] < 0x80 && text[1] == 0;
}

/* Whether all symbols are single bytes, and its digits are 0 to 9. */
static int read_symbols(xsltDecimalFormatPtr format, struct symbols *symbols) {
    return is_byte(format->digit, &symbols->digit) & is_byte(format->zeroDigit, &symbols->zero) &
           is_byte(format->grouping, &symbols->group) & is_byte(format->decimalPoint, &symbols->point) &
           is_byte(format->patternSeparator, &symbols->separator) && symbols->zero == '0';
}

static int is_active(const struct symbols *symbols, char byte) {
    return byte == symbols->digit || byte == symbols->zero || byte == symbols->group || byte == symbols->point;
}

/* Whether the groups of the whole part are equally long, but for the first one. */
static int has_equal_groups(const struct symbols *symbols, const char *whole, size_t length) {
    size_t first = 0, digits = 0;
    for (size_t i = length; i-- > 0;) {
        if (whole[i] != symbols->group) digits++;
        else if (digits == 0 || (first != 0 && digits != first)) return 0;
        else {
            first = digits;
            digits = 0;
        }
    }
    return first == 0 || (digits > 0 && digits <= first);
}

/* Reads a sub-picture. Returns whether both versions read it in the same way. */
static int read_picture(const struct symbols *symbols, const char *text, size_t length, struct picture *found) {
    size_t start = 0, end = length;
    while (start < end && !is_active(symbols, text[start])) start++;
    while (end > start && !is_active(symbols, text[end - 1])) end--;
    *found = (struct picture){.start = start, .length = end - start};
    if (start == end) return 0;
    for (size_t i = 0; i < length; i++)
        if ((i < start || i >= end) && (isdigit((unsigned char)text[i]) || text[i] == '\'')) return 0;
    size_t at = start;
    for (; at < end && text[at] != symbols->point; at++) {
        if (!is_active(symbols, text[at]) || (text[at] == symbols->digit && found->least_whole > 0)) return 0;
        found->least_whole += text[at] == symbols->zero;
    }
    if (!has_equal_groups(symbols, text + start, at - start)) return 0;
    found->has_point = at < end;
    for (at += found->has_point; at < end; at++) {
        int is_zero = text[at] == symbols->zero;
        if (!is_zero && text[at] != symbols->digit) return 0;
        if (is_zero && found->most_fraction > found->least_fraction) return 0;
        found->least_fraction += is_zero;
        found->most_fraction++;
    }
    return !found->has_point || (found->most_fraction > 0 && found->least_whole + found->least_fraction > 0);
}

/* Reads the picture for a number. XPath 2 takes the second sub-picture for negative numbers, libxslt only what is around it. */
static int read_pictures(const struct symbols *symbols, const char *text, int is_negative, struct picture *found) {
    const char *separator = strchr(text, symbols->separator);
    size_t length = separator == NULL ? strlen(text) : (size_t)(separator - text);
    if (!read_picture(symbols, text, length, found)) return 0;
    if (separator == NULL || !is_negative) return 1;
    struct picture second;
    const char *rest = separator + 1;
    return read_picture(symbols, rest, strlen(rest), &second) && second.length == found->length &&
           memcmp(text + found->start, rest + second.start, second.length) == 0;
}

static double factor_of(xsltDecimalFormatPtr format, const xmlChar *picture) {
    if (format->permille != NULL && xmlStrstr(picture, format->permille) != NULL) return 1000;
    return format->percent != NULL && xmlStrstr(picture, format->percent) != NULL ? 100 : 1;
}

/* Whether a number is rounded in the same way: XPath 2 rounds halves to even digits, libxslt up. */
static int rounds_equally(double scaled) {
    double whole = floor(scaled);
    double tolerance = fmax(HALF_LEAST_TOLERANCE, scaled * HALF_TOLERANCE);
    return fabs(scaled - whole - 0.5) > tolerance || fmod(floor(scaled + 0.5), 2) == 0;
}

static void check_picture(xsltDecimalFormatPtr format, const xmlChar *text, double value) {
    struct symbols symbols;
    struct picture picture;
    if (isnan(value)) return;
    if (!read_symbols(format, &symbols) || !read_pictures(&symbols, (const char *)text, value < 0, &picture))
        refuse("XSLT 2 reads this picture of format-number() in another way than XSLT 1.0, or not at all");
    else {
        double scaled = fabs(value) * factor_of(format, text) * pow(10, picture.most_fraction);
        if (!(scaled < LARGEST_SCALED) || !rounds_equally(scaled))
            refuse("XSLT 2 rounds this number in another way in format-number() than XSLT 1.0");
    }
}

/* Refuses what XPath 2 does not take as a number. */
static void check_value(xmlXPathObjectPtr value) {
    refuse_several(value, "XSLT 2 does not format several nodes, XSLT 1.0 takes the first one");
    int is_number = value != NULL && (value->type == XPATH_NUMBER || is_nodes(value));
    int is_empty = is_nodes(value) && node_count(value) == 0;
    if (!is_number || (is_nodes(value) && !is_empty && isnan(xmlXPathCastNodeToNumber(value->nodesetval->nodeTab[0]))))
        refuse("XSLT 2 does not format what is no number, XSLT 1.0 writes NaN");
}

void format_number_as_later(xmlXPathParserContextPtr ctxt, int count) {
    xmlXPathObjectPtr value = argument(ctxt, count - 1), picture = argument(ctxt, count - 2);
    if ((count == 2 || count == 3) && value != NULL && picture != NULL && running != NULL) {
        xmlChar *name = count == 3 ? xmlXPathCastToString(argument(ctxt, 0)) : NULL;
        const xmlChar *prefix_end = name == NULL ? NULL : xmlStrchr(name, ':');
        xsltDecimalFormatPtr format =
            xsltDecimalFormatGetByName(running->style, prefix_end == NULL ? name : (xmlChar *)prefix_end + 1);
        xmlChar *text = xmlXPathCastToString(picture);
        check_value(value);
        if (format != NULL && text != NULL) check_picture(format, text, xmlXPathCastToNumber(value));
        xmlFree(text);
        xmlFree(name);
    }
    xsltFormatNumberFunction(ctxt, count);
}
