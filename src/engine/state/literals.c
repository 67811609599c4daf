#include "engine/state/literals.h"

#include "net/marking.h"

void literals_init(struct literals *literals, const struct net *net)
{
    const uint32_t n_words = marking_words(net);

    *literals = (struct literals){
        .net = net,
        .n_words = n_words,
        .page_words = n_words < LITERALS_PAGE ? n_words : LITERALS_PAGE};
}

void literals_finish(struct literals *literals)
{
    vec_free(&literals->words);
    vec_free(&literals->part);
    vec_free(&literals->pages);
    pool_finish(&literals->lists);
    *literals = (struct literals){0};
}

static bool is_paged(const struct literals *literals)
{
    return literals->n_words > LITERALS_PAGE;
}

static void add_page(struct literals *literals)
{
    const uint32_t words = literals->page_words;

    /* A net without places has pages without words. */
    vec_reserve(&literals->words, words > 0 ? words : 1);
    bits_clear(literals->words.at + literals->words.len, words);
    literals->words.len += words;
}

uint32_t literals_create(struct literals *literals)
{
    const struct pool_list none = {0};

    if (is_paged(literals))
        vec_push(&literals->pages, none);
    else
        add_page(literals);
    return literals->n_sets++;
}

static bits_word *page_at(const struct literals *literals, uint32_t page)
{
    return literals->words.at + (size_t)page * literals->page_words;
}

/* The page of the set for that part of the net, or NULL. */
static bits_word *find_page(const struct literals *literals, uint32_t set,
                            uint32_t part)
{
    struct pool_list list;
    const uint32_t *pages;

    if (!is_paged(literals))
        return page_at(literals, set);
    list = literals->pages.at[set];
    pages = pool_at(&literals->lists, list);
    for (uint32_t i = 0; i < list.len; i++)
        if (literals->part.at[pages[i]] == part)
            return page_at(literals, pages[i]);
    return NULL;
}

/* The same, with a new page if there was none. */
static bits_word *need_page(struct literals *literals, uint32_t set,
                            uint32_t part)
{
    bits_word *const known = find_page(literals, set, part);
    const uint32_t page = literals->part.len;

    if (known)
        return known;
    add_page(literals);
    vec_push(&literals->part, part);
    pool_push(&literals->lists, &literals->pages.at[set], page);
    return page_at(literals, page);
}

void literals_add_paged(struct literals *literals, uint32_t set, place_id p)
{
    const uint32_t part = p / (64 * LITERALS_PAGE);

    bits_add(need_page(literals, set, part), p % (64 * LITERALS_PAGE));
}

/* Removes the places that are in that part of the net. */
static void remove_all(bits_word *page, uint32_t part,
                       struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (places.at[i] / (64 * LITERALS_PAGE) == part)
            bits_remove(page, places.at[i] % (64 * LITERALS_PAGE));
}

static bool absorb_page(struct literals *literals, uint32_t set,
                        const bits_word *other, uint32_t part, trans_id t)
{
    const uint32_t words = literals->page_words;
    bits_word rest[LITERALS_PAGE], more = 0;
    bits_word *page;

    bits_copy(rest, other, words);
    remove_all(rest, part, net_pre(literals->net, t));
    remove_all(rest, part, net_post(literals->net, t));
    page = find_page(literals, set, part);
    for (uint32_t i = 0; i < words; i++)
        more |= page ? rest[i] & ~page[i] : rest[i];
    if (!more)
        return false;
    bits_unite(page ? page : need_page(literals, set, part), rest, words);
    return true;
}

bool literals_absorb(struct literals *literals, uint32_t set, uint32_t other,
                     trans_id t)
{
    bool more = false;

    if (!is_paged(literals))
        return absorb_page(literals, set, page_at(literals, other), 0, t);
    for (uint32_t i = 0; i < literals->pages.at[other].len; i++) {
        const uint32_t page =
            pool_at(&literals->lists, literals->pages.at[other])[i];

        more |= absorb_page(literals, set, page_at(literals, page),
                            literals->part.at[page], t);
    }
    return more;
}

void literals_read(const struct literals *literals, uint32_t set,
                   bits_word *places)
{
    const uint32_t words = literals->page_words;
    struct pool_list list;

    if (!is_paged(literals)) {
        bits_copy(places, page_at(literals, set), words);
        return;
    }
    list = literals->pages.at[set];
    bits_clear(places, literals->n_words);
    for (uint32_t i = 0; i < list.len; i++) {
        const uint32_t page = pool_at(&literals->lists, list)[i];
        const uint32_t first = literals->part.at[page] * LITERALS_PAGE;
        const uint32_t left = literals->n_words - first;

        bits_copy(places + first, page_at(literals, page),
                  left < words ? left : words);
    }
}

size_t literals_bytes(const struct literals *literals)
{
    return vec_bytes(&literals->words) + vec_bytes(&literals->part) +
           vec_bytes(&literals->pages) + vec_bytes(&literals->lists.words);
}
