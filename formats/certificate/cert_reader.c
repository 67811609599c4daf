#include "formats/certificate/cert_reader.h"

#include "base/mem.h"

#include <string.h>

struct cert_reader *cert_reader_create(struct cert *cert, const struct net *net,
                                       struct source *source, struct diag *diag)
{
    struct cert_reader *r = mem_zero(1, sizeof *r);

    scan_init(&r->scan, source, diag);
    r->cert = cert;
    cert_reader_move(r, net);
    return r;
}

void cert_reader_destroy(struct cert_reader *r)
{
    vec_free(&r->word);
    stamp_finish(&r->places);
    mem_free(r);
}

void cert_reader_move(struct cert_reader *r, const struct net *net)
{
    r->net = net;
    stamp_fit(&r->places, net_place_count(net));
}

bool cert_reader_more(struct cert_reader *r)
{
    scan_skip_blanks(&r->scan);
    return !scan_at_end(&r->scan, '#');
}

bool cert_reader_end_line(struct cert_reader *r)
{
    return !r->scan.failed &&
           (!cert_reader_more(r) ||
            scan_error(&r->scan, "more than belongs on this line"));
}

bool cert_reader_word(struct cert_reader *r, const char *what)
{
    struct scan *scan = &r->scan;

    if (!cert_reader_more(r))
        return scan_expected(scan, what);
    r->where = scan_where(scan);
    r->quoted = scan_peek(scan) == '"';
    if (!r->quoted)
        return scan_word(scan, &r->word);
    if (!scan_quoted(scan, '"', '"', '\\', &r->word))
        return false;

    const int c = scan_peek(scan);

    return c == ' ' || c == '\t' || scan_at_end(scan, '#') ||
           scan_error(scan, "expected a blank after the closing '\"'");
}

bool cert_reader_is(struct cert_reader *r, const char *word)
{
    return !r->quoted && r->word.len == strlen(word) &&
           !memcmp(r->word.at, word, r->word.len);
}

bool cert_reader_unexpected(struct cert_reader *r, const char *what)
{
    return scan_error_at(&r->scan, r->where, "expected %s, found '%.60s'", what,
                         text_make_utf8(&r->word));
}

bool cert_reader_expect(struct cert_reader *r, const char *word,
                        const char *what)
{
    return cert_reader_word(r, what) &&
           (cert_reader_is(r, word) || cert_reader_unexpected(r, what));
}

bool cert_reader_number(struct cert_reader *r, const char *what,
                        uint32_t *value)
{
    uint64_t number;

    if (!cert_reader_word(r, what))
        return false;
    if (r->quoted || !r->word.len ||
        strspn(text_end(&r->word), "0123456789") != r->word.len)
        return cert_reader_unexpected(r, what);
    if (text_number(text_end(&r->word), &number) != TEXT_NUMBER ||
        number > INT32_MAX)
        return scan_error_at(&r->scan, r->where, "%s is too large", what);
    *value = (uint32_t)number;
    return true;
}

bool cert_reader_signed(struct cert_reader *r, const char *what, int64_t most,
                        int64_t *value)
{
    uint64_t number;
    const char *text;
    bool negative;

    if (!cert_reader_word(r, what))
        return false;
    text = text_end(&r->word);
    negative = *text == '-';
    text += negative;
    if (r->quoted || !*text || text[strspn(text, "0123456789")])
        return cert_reader_unexpected(r, what);
    if (text_number(text, &number) != TEXT_NUMBER || number > (uint64_t)most)
        return scan_error_at(&r->scan, r->where, "%s is too large", what);
    *value = negative ? -(int64_t)number : (int64_t)number;
    return true;
}

bool cert_reader_place(struct cert_reader *r, place_id *p)
{
    struct diag why = {0};

    if (!cert_reader_word(r, "a place"))
        return false;
    *p = net_find_place(r->net, text_make_utf8(&r->word), &why);
    return *p != PLACE_NONE ||
           scan_error_at(&r->scan, r->where, "%s", why.text);
}

bool cert_reader_trans(struct cert_reader *r, trans_id *t)
{
    struct diag why = {0};

    if (!cert_reader_word(r, "a transition"))
        return false;
    *t = net_find_trans(r->net, text_make_utf8(&r->word), &why);
    return *t != TRANS_NONE ||
           scan_error_at(&r->scan, r->where, "%s", why.text);
}

bool cert_reader_next_line(struct cert_reader *r, const char *what)
{
    scan_skip_gap(&r->scan, '#');
    return cert_reader_word(r, what);
}

bool cert_reader_expect_line(struct cert_reader *r, const char *word,
                             const char *what)
{
    return cert_reader_next_line(r, what) &&
           (cert_reader_is(r, word) || cert_reader_unexpected(r, what));
}

void cert_reader_start_places(struct cert_reader *r)
{
    stamp_start(&r->places);
}

bool cert_reader_new_place(struct cert_reader *r, place_id *p)
{
    if (!cert_reader_place(r, p))
        return false;
    if (stamp_has(&r->places, *p))
        return scan_error_at(&r->scan, r->where,
                             "place '%s' is named a second time",
                             net_place_label(r->net, *p));
    stamp_add(&r->places, *p);
    return true;
}

bool cert_reader_places(struct cert_reader *r, net_place_list *places)
{
    while (cert_reader_more(r)) {
        place_id p;

        if (!cert_reader_new_place(r, &p))
            return false;
        vec_push(places, p);
    }
    return cert_reader_end_line(r);
}

void cert_reader_break_off(struct cert_reader *r, uint32_t line,
                           const char *why)
{
    r->cert->broken = mem_text(why);
    r->cert->broken_line = line;
}
