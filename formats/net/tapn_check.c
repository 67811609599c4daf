#include "formats/net/tapn_check.h"

#include "formats/net/pnml_label.h"
#include "formats/text/scan.h"

#include <string.h>

static bool refuse_time(struct xml *xml, const char *about, const char *what,
                        const char *text)
{
    return xml_error(xml,
                     "%s has the %s '%.60s': the net is timed, and only P/T "
                     "nets are supported",
                     about, what, text);
}

/* What TAPAAL writes besides: drawings; players, who matter to games; servers
 * and distributions, which matter to time. */
bool tapn_check_attributes(struct xml *xml, const char *about)
{
    static const char *const known[] = {"id",
                                        "name",
                                        "initialMarking",
                                        "invariant",
                                        "urgent",
                                        "priority",
                                        "source",
                                        "target",
                                        "type",
                                        "inscription",
                                        "weight",
                                        "displayName",
                                        "nameOffsetX",
                                        "nameOffsetY",
                                        "positionX",
                                        "positionY",
                                        "angle",
                                        "player",
                                        "infiniteServer",
                                        "distribution",
                                        "value",
                                        "firingMode",
                                        NULL};

    for (uint32_t i = 0; i < xml_attribute_count(xml); i++) {
        const char *prefix;
        const char *name = xml_attribute_name(xml, i, &prefix);

        if (!scan_is_any(name, known))
            return xml_error(xml,
                             "%s has an attribute '%.80s', which may change "
                             "its behaviour and is not supported",
                             about, name);
    }
    return true;
}

bool tapn_check_colour(struct xml *xml, const char *about, text_buffer *text)
{
    static const char *const plain[] = {"dot", "dot.all", "1'dot", "1'dot.all",
                                        NULL};
    const char *kind = xml_is(xml, "type") ? "type" : "inscription";

    if (!pnml_label_read_name(xml, text))
        return false;
    return scan_is_any(text->at, plain) ||
           xml_error(xml,
                     "%s has the %s '%.60s': the net is coloured, and only "
                     "P/T nets are supported",
                     about, kind, text->at);
}

bool tapn_check_invariant(struct xml *xml, const char *about, text_buffer *text)
{
    pnml_label_from_attribute(xml_attribute(xml, "invariant"), text);
    return !text->len || !strcmp(text->at, "< inf") ||
           !strcmp(text->at, "<inf") ||
           refuse_time(xml, about, "invariant", text->at);
}

/* Only [0,inf) excludes nothing; a transport arc has the number of its pair
 * behind the interval, and other arcs into places a weight. */
bool tapn_check_interval(struct xml *xml, const char *about, text_buffer *text)
{
    const char *from;
    char plain[60];
    size_t n = 0;

    pnml_label_from_attribute(xml_attribute(xml, "inscription"), text);
    from = text->at;
    if (*from != '[' && *from != '(')
        return true;
    for (; *from && *from != ':' && n + 1 < sizeof plain; from++)
        if (*from != ' ')
            plain[n++] = *from;
    plain[n] = '\0';
    return !strcmp(plain, "[0,inf)") ||
           refuse_time(xml, about, "time interval", plain);
}
