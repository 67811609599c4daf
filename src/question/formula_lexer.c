#include "question/formula_lexer.h"

#include "question/formula.h"

#include <string.h>

bool formula_lexer_no_place(const struct formula_lexer *lexer,
                            const struct net *net, const char *why)
{
    const char *const at = lexer->text + lexer->column - 1;
    char name[100]; /* up to the next blank, comma or bracket */

    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " \t\r\n,()[]"),
                   at);
    if (lexer->token == TOKEN_QUOTED ||
        net_find_place(net, name, NULL) == PLACE_NONE)
        return formula_lexer_fail(lexer, "%s", why);
    return formula_lexer_fail(lexer, "%s; '%s' is written \"%s\"", why, name,
                              name);
}

/* --- symbols and keywords ------------------------------------------------- */

/* A symbol stands before its own beginnings. */
static const struct formula_lexer_symbol {
    const char *text;
    enum formula_lexer_token token;
} symbols[] = {
    {"<->", TOKEN_IFF},    {"<=>", TOKEN_IFF},    {"->", TOKEN_IMPLIES},
    {"=>", TOKEN_IMPLIES}, {"==", TOKEN_EQ},      {"!=", TOKEN_NE},
    {"<>", TOKEN_NE},      {"<=", TOKEN_LE},      {">=", TOKEN_GE},
    {"&&", TOKEN_AND},     {"||", TOKEN_OR},      {"/\\", TOKEN_AND},
    {"\\/", TOKEN_OR},     {"=", TOKEN_EQ},       {"<", TOKEN_LT},
    {">", TOKEN_GT},       {"&", TOKEN_AND},      {"|", TOKEN_OR},
    {"!", TOKEN_NOT},      {"~", TOKEN_NOT},      {"^", TOKEN_XOR},
    {"+", TOKEN_PLUS},     {"-", TOKEN_MINUS},    {"*", TOKEN_TIMES},
    {"(", TOKEN_OPEN},     {")", TOKEN_CLOSE},    {"[]", TOKEN_GLOBALLY},
    {"[", TOKEN_OPEN},     {"]", TOKEN_CLOSE},    {",", TOKEN_COMMA},
    {"∧", TOKEN_AND},      {"∨", TOKEN_OR},       {"¬", TOKEN_NOT},
    {"→", TOKEN_IMPLIES},  {"⇒", TOKEN_IMPLIES},  {"↔", TOKEN_IFF},
    {"⇔", TOKEN_IFF},      {"⊕", TOKEN_XOR},      {"≤", TOKEN_LE},
    {"≥", TOKEN_GE},       {"≠", TOKEN_NE},       {"◇", TOKEN_FINALLY},
    {"◊", TOKEN_FINALLY},  {"□", TOKEN_GLOBALLY}, {"○", TOKEN_NEXT},
};

static const struct formula_lexer_symbol keywords[] = {
    {"not", TOKEN_NOT}, {"and", TOKEN_AND},         {"or", TOKEN_OR},
    {"xor", TOKEN_XOR}, {"implies", TOKEN_IMPLIES}, {"iff", TOKEN_IFF},
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_same(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) == lower(*b);
}

bool formula_lexer_is(const struct formula_lexer *lexer, const char *word)
{
    return lexer->token == TOKEN_WORD && is_same(lexer->word.at, word);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') ||
           (unsigned char)c >= 0x80 || (c != '\0' && strchr("_.:@$'", c));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* --- tokens --------------------------------------------------------------- */

static bool read_number(struct formula_lexer *lexer)
{
    int64_t value = 0;

    for (const char *c = lexer->word.at; *c != '\0'; c++) {
        value = 10 * value + (*c - '0');
        if (value > FORMULA_LARGEST)
            return formula_lexer_fail(lexer, "the number %s is beyond %lld",
                                      lexer->word.at,
                                      (long long)FORMULA_LARGEST);
    }
    lexer->token = TOKEN_NUMBER;
    lexer->number = value;
    return true;
}

/* The symbol that begins here; NULL: none does. */
static const struct formula_lexer_symbol *symbol_at(const char *at)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (!strncmp(at, symbols[i].text, strlen(symbols[i].text)))
            return &symbols[i];
    return NULL;
}

/* The bytes behind a word that make it the name of a place; 0: none do. */
static uint32_t value_length(const struct formula_lexer *lexer)
{
    text_buffer name = {0};
    uint32_t n = 1;

    if (!lexer->net || *lexer->next != '=')
        return 0;
    while (is_word(lexer->next[n]) || lexer->next[n] == '?')
        n++;
    if (n == 1 ||
        net_find_place(lexer->net, lexer->word.at, NULL) != PLACE_NONE)
        return 0;
    vec_append(&name, &lexer->word);
    text_add(&name, lexer->next, n);
    if (net_find_place(lexer->net, text_end(&name), NULL) == PLACE_NONE)
        n = 0;
    vec_free(&name);
    return n;
}

static bool read_word(struct formula_lexer *lexer)
{
    bool digits = true;

    for (; is_word(*lexer->next) && !symbol_at(lexer->next); lexer->next++) {
        digits &= is_digit(*lexer->next);
        text_add(&lexer->word, lexer->next, 1);
    }
    text_end(&lexer->word);
    lexer->token = TOKEN_WORD;

    const uint32_t more = value_length(lexer);

    if (more) {
        text_add(&lexer->word, lexer->next, more);
        text_end(&lexer->word);
        lexer->next += more;
        return true;
    }
    if (digits)
        return read_number(lexer);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (is_same(lexer->word.at, keywords[i].text))
            lexer->token = keywords[i].token;
    return true;
}

static bool read_quoted(struct formula_lexer *lexer)
{
    const char *at = lexer->next + 1;

    for (; *at != '"'; at++) {
        if (at[0] == '\\' && (at[1] == '"' || at[1] == '\\'))
            at++;
        if (*at == '\0')
            return formula_lexer_fail(lexer,
                                      "this quotation mark has no second one");
        text_add(&lexer->word, at, 1);
    }
    text_end(&lexer->word);
    lexer->next = at + 1;
    lexer->token = TOKEN_QUOTED;
    return true;
}

/* The bytes of the character at `at`, as UTF-8 groups them. */
static int character(const char *at)
{
    int n = 1;

    while (((unsigned char)at[n] & 0xc0) == 0x80)
        n++;
    return n;
}

static bool read_symbol(struct formula_lexer *lexer)
{
    const struct formula_lexer_symbol *const symbol = symbol_at(lexer->next);

    if (symbol) {
        text_put(&lexer->word, symbol->text);
        text_end(&lexer->word);
        lexer->next += strlen(symbol->text);
        lexer->token = symbol->token;
        return true;
    }
    return formula_lexer_fail(lexer,
                              "unexpected '%.*s'; a name with such a character "
                              "is quoted, as in \"a%.*sb\"",
                              character(lexer->next), lexer->next,
                              character(lexer->next), lexer->next);
}

bool formula_lexer_step(struct formula_lexer *lexer)
{
    while (is_blank(*lexer->next))
        lexer->next++;
    vec_clear(&lexer->word);
    text_end(&lexer->word);
    lexer->column = (uint32_t)(lexer->next - lexer->text) + 1;
    lexer->token = TOKEN_END;
    if (*lexer->next == '\0')
        return true;
    if (*lexer->next == '"')
        return read_quoted(lexer);
    return is_word(*lexer->next) && !symbol_at(lexer->next)
               ? read_word(lexer)
               : read_symbol(lexer);
}

/* The operator among `letters` that the token is; else the token itself. */
static enum formula_lexer_token letter(const struct formula_lexer *lexer,
                                       const char *letters)
{
    static const char all[] = "XFGURWM";
    const char c = lexer->word.len == 1 ? *lexer->word.at : '\0';

    return lexer->token == TOKEN_WORD && c && strchr(letters, c)
               ? (enum formula_lexer_token)(TOKEN_NEXT + (strchr(all, c) - all))
               : lexer->token;
}

/* Does an operand follow the current token? */
static bool leads(const struct formula_lexer *lexer)
{
    struct formula_lexer ahead = *lexer;
    bool leads;

    ahead.word = (text_buffer){0};
    ahead.diag = NULL;
    leads = formula_lexer_step(&ahead);
    if (leads) {
        const enum formula_lexer_token token = letter(&ahead, "URWM");

        leads = token == TOKEN_WORD || token == TOKEN_QUOTED ||
                token == TOKEN_NUMBER || token == TOKEN_OPEN ||
                token == TOKEN_NOT ||
                (token >= TOKEN_NEXT && token <= TOKEN_GLOBALLY) ||
                (token == TOKEN_NE && !strcmp(ahead.word.at, "<>"));
    }
    vec_free(&ahead.word);
    return leads;
}

enum formula_lexer_token
formula_lexer_temporal(const struct formula_lexer *lexer, bool operand)
{
    const enum formula_lexer_token token =
        letter(lexer, operand ? "XFG" : "URWM");

    if (operand && token == TOKEN_NE)
        return TOKEN_FINALLY;
    return operand && token != lexer->token && !leads(lexer) ? lexer->token
                                                             : token;
}

enum formula_lexer_token
formula_lexer_quantifier(const struct formula_lexer *lexer, bool any_case,
                         enum formula_lexer_token *op)
{
    static const struct {
        const char *word;
        enum formula_lexer_token token, op;
        bool is_keyword;
    } quantifiers[] = {
        {"A", TOKEN_ALL_PATHS, TOKEN_END, false},
        {"E", TOKEN_SOME_PATH, TOKEN_END, false},
        {"AX", TOKEN_ALL_PATHS, TOKEN_NEXT, false},
        {"EX", TOKEN_SOME_PATH, TOKEN_NEXT, false},
        {"AF", TOKEN_ALL_PATHS, TOKEN_FINALLY, false},
        {"EF", TOKEN_SOME_PATH, TOKEN_FINALLY, true},
        {"AG", TOKEN_ALL_PATHS, TOKEN_GLOBALLY, true},
        {"EG", TOKEN_SOME_PATH, TOKEN_GLOBALLY, false},
    };
    const char *const word = lexer->word.at;

    for (uint32_t i = 0; i < sizeof quantifiers / sizeof *quantifiers; i++)
        if (formula_lexer_is(lexer, quantifiers[i].word) &&
            (quantifiers[i].is_keyword ||
             ((any_case || !strcmp(word, quantifiers[i].word)) &&
              leads(lexer)))) {
            *op = quantifiers[i].op;
            return quantifiers[i].token;
        }
    return TOKEN_END;
}

bool formula_lexer_init(struct formula_lexer *lexer, const struct net *net,
                        const char *text, struct diag *diag)
{
    *lexer = (struct formula_lexer){
        .text = text, .next = text, .net = net, .diag = diag};
    return formula_lexer_step(lexer);
}

void formula_lexer_finish(struct formula_lexer *lexer)
{
    vec_free(&lexer->word);
}
