#include "formats/text/symbols.h"

void symbols_finish(struct symbols *symbols)
{
    names_finish(&symbols->ids);
    vec_free(&symbols->at);
}

uint32_t symbols_intern(struct symbols *symbols, const char *id)
{
    const uint32_t s = names_intern(&symbols->ids, id);

    if (s == symbols->at.len)
        vec_push(&symbols->at,
                 ((struct symbols_entry){.kind = SYMBOL_UNKNOWN}));
    return s;
}

const char *symbols_id(const struct symbols *symbols, uint32_t s)
{
    return names_id(&symbols->ids, s);
}

bool symbols_define(struct symbols *symbols, uint32_t s, enum symbols_kind kind,
                    uint32_t target, struct net_where where, struct diag *diag)
{
    struct symbols_entry *symbol = &symbols->at.at[s];

    if (symbol->kind != SYMBOL_UNKNOWN)
        return diag_report(diag, DIAG_INPUT, where.file, where.line,
                           where.column,
                           "the id '%s' is used twice; the first node that "
                           "has it is in line %u",
                           symbols_id(symbols, s), symbol->line);
    symbol->kind = kind & 7;
    symbol->column = where.column < 1u << 29 ? where.column & 0x1fffffff : 0;
    symbol->line = where.line;
    symbol->target = target;
    symbols->file = where.file;
    return true;
}

static bool is_reference(const struct symbols_entry *symbol)
{
    return symbol->kind == SYMBOL_PLACE_REF || symbol->kind == SYMBOL_TRANS_REF;
}

static bool report(const struct symbols *symbols, uint32_t s, const char *why,
                   struct diag *diag)
{
    const struct symbols_entry *symbol = &symbols->at.at[s];
    const char *kind =
        symbol->kind == SYMBOL_PLACE_REF ? "place" : "transition";

    return diag_report(
        diag, DIAG_INPUT, symbols->file, symbol->line, symbol->column,
        "the reference %s '%s' refers to '%s', which is %s", kind,
        symbols_id(symbols, s), symbols_id(symbols, symbol->target), why);
}

/* May a reference like from denote to?  NULL when it may, otherwise why not. */
static const char *misfit(const struct symbols_entry *from,
                          const struct symbols_entry *to)
{
    const bool place = from->kind == SYMBOL_PLACE_REF;

    if (to->kind == SYMBOL_UNKNOWN)
        return "not defined";
    if (place && to->kind != SYMBOL_PLACE && to->kind != SYMBOL_PLACE_REF)
        return "no place";
    if (!place && to->kind != SYMBOL_TRANS && to->kind != SYMBOL_TRANS_REF)
        return "no transition";
    return NULL;
}

/* Follows the references from s to their end.  walks[r] is the number of the
 * last walk through r; the same number twice means a cycle. */
static bool walk(const struct symbols *symbols, uint32_t s, uint32_t *walks,
                 uint32_t *end, struct diag *diag)
{
    const uint32_t number = s + 1;

    while (is_reference(&symbols->at.at[s])) {
        const struct symbols_entry *symbol = &symbols->at.at[s];
        const char *why = misfit(symbol, &symbols->at.at[symbol->target]);

        if (why)
            return report(symbols, s, why, diag);
        if (walks[s] == number)
            return report(symbols, s, "a reference back to it", diag);
        walks[s] = number;
        s = symbol->target;
    }
    *end = s;
    return true;
}

/* Replaces all references on the path by its end, so the total time is
 * linear. */
static void shorten(struct symbols *symbols, uint32_t s, uint32_t end)
{
    while (is_reference(&symbols->at.at[s])) {
        struct symbols_entry *symbol = &symbols->at.at[s];
        const uint32_t next = symbol->target;

        symbol->kind = symbols->at.at[end].kind;
        symbol->target = symbols->at.at[end].target;
        s = next;
    }
}

bool symbols_resolve(struct symbols *symbols, struct diag *diag)
{
    uint32_t *walks = mem_zero(symbols->at.len, sizeof *walks);
    bool resolved = true;

    for (uint32_t s = 0; s < symbols->at.len && resolved; s++) {
        uint32_t end = s;

        resolved = walk(symbols, s, walks, &end, diag);
        if (resolved)
            shorten(symbols, s, end);
    }
    mem_free(walks);
    return resolved;
}
