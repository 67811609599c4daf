/* cert_reader.h - the position in a certificate that is being read: lines,
 * words, and the names of nodes.
 *
 *     while (cert_reader_next_line(r, "'fire' or 'end'") &&
 *            !cert_reader_is(r, "end")) {
 *         ...
 *         if (!cert_reader_trans(r, &t) || !cert_reader_end_line(r))
 *             return false;
 *     }
 *
 * Comments and empty lines lie between lines.  A word is read before it is
 * looked at, and a message about it has its position.  Every function that
 * returns bool returns false with a report, unless it says otherwise; `what`
 * describes for the report what belongs here. */
#ifndef CERT_READER_H
#define CERT_READER_H

#include "base/stamp.h"
#include "formats/certificate/cert.h"
#include "formats/text/scan.h"

struct cert_reader {
    struct scan scan;
    const struct net *net;  /* whose nodes the names mean */
    struct cert *cert;      /* what was read so far */
    text_buffer word;       /* the last word read */
    struct net_where where; /* of this word */
    bool quoted;            /* was it in quotes?  */
    struct stamp places;    /* named in the current list */
};

/* The cert, the net, the source and diag are borrowed: they must live as long
 * as the reader. */
void cert_reader_init(struct cert_reader *r, struct cert *cert,
                      const struct net *net, struct source *source,
                      struct diag *diag);
void cert_reader_finish(struct cert_reader *r);

/* From now on names mean nodes of this net, which is borrowed too.  Ends the
 * current list. */
void cert_reader_move(struct cert_reader *r, const struct net *net);

/* Moves to the next word on this line.  False when there is none; scan.failed
 * tells whether that is an error. */
bool cert_reader_more(struct cert_reader *r);

/* The line must end here. */
bool cert_reader_end_line(struct cert_reader *r);

/* Reads the next word of the line; and the first word of the next line that
 * has one. */
bool cert_reader_word(struct cert_reader *r, const char *what);
bool cert_reader_next_line(struct cert_reader *r, const char *what);

/* Is this the last word read?  A word in quotes is a name, and never this one.
 * No report. */
bool cert_reader_is(struct cert_reader *r, const char *word);

/* Reports the last word read, and returns false. */
bool cert_reader_unexpected(struct cert_reader *r, const char *what);

/* The last word read must be this literal; the next word of the line must be;
 * the first word of the next line must be. */
#define cert_reader_must_be(r, word) \
    (cert_reader_is(r, word) || cert_reader_unexpected(r, "'" word "'"))
#define cert_reader_expect(r, word) \
    (cert_reader_word(r, "'" word "'") && cert_reader_must_be(r, word))
#define cert_reader_expect_line(r, word) \
    (cert_reader_next_line(r, "'" word "'") && cert_reader_must_be(r, word))

/* Reads a number up to INT32_MAX. */
bool cert_reader_number(struct cert_reader *r, const char *what,
                        uint32_t *value);

/* Reads a whole number, maybe with a sign, of an absolute value up to `most`.
 */
bool cert_reader_signed(struct cert_reader *r, const char *what, int64_t most,
                        int64_t *value);

/* A whole number that may be anything, but not 0, or not below 1. */
enum cert_reader_sign { SIGN_ANY, SIGN_NOT_ZERO, SIGN_POSITIVE };

bool cert_reader_factor(struct cert_reader *r, const char *what, int64_t most,
                        enum cert_reader_sign sign, int64_t *value);

/* Each reads the name of a node of the net. */
bool cert_reader_place(struct cert_reader *r, place_id *p);
bool cert_reader_trans(struct cert_reader *r, trans_id *t);

/* A list of places in which none may be named twice: starts it; reads the name
 * of the next one. */
void cert_reader_start_places(struct cert_reader *r);
bool cert_reader_new_place(struct cert_reader *r, place_id *p);

/* The next ones to the end of the line, appended. */
bool cert_reader_places(struct cert_reader *r, net_place_list *places);

/* The lines "marked" and "empty", in which no place is named twice. */
bool cert_reader_cube(struct cert_reader *r, net_place_list *marked,
                      net_place_list *empty);

/* A formula behind its quantifiers, which *path tells, to the end of the line;
 * NULL with a report. */
struct formula *cert_reader_formula(struct cert_reader *r,
                                    enum question_path *path);

/* Factors and places, at least one of each, to the end of the line: appended.
 * No place is named twice. */
bool cert_reader_terms(struct cert_reader *r, const char *what, int64_t most,
                       enum cert_reader_sign sign, formula_terms *terms);

/* Notes the line of the last word: the next part of this kind is there. */
void cert_reader_note(struct cert_reader *r, enum fault_part part);

/* Says that the claim of this line is false, so that the rest cannot be read.
 * This is no bad input: it sets cert.broken. */
void cert_reader_break_off(struct cert_reader *r, uint32_t line,
                           const char *why);

#endif
