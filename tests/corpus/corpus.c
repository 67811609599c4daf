/* Reads every file of a corpus and compares with the table beside them.
 *
 *     corpus DIRECTORY FORMAT [--print]
 *
 * DIRECTORY/FORMAT/good/EXPECTED has a line for each file: its name, a tab, and
 * its contents in one line.  DIRECTORY/FORMAT/bad/EXPECTED has the message as
 * the user sees it, without the directory.  The test also writes each net in
 * all formats and reads it back.  --print prints the tables. */
#include "base/vec.h"
#include "formats/certificate/cert.h"
#include "formats/net/registry.h"
#include "formats/text/given_files.h"
#include "formats/text/properties.h"
#include "net/dep.h"
#include "net/units.h"
#include "question/formula_parser.h"
#include "support.h"
#include "same_net.h"
#include "proof_oracle.h"
#include "checks.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 1024, LINE = 4096 };

struct entry {
    char *name, *text;
    bool met;
};

struct table {
    VEC(struct entry) rows;
    uint32_t n_tests, n_failed;
    bool print;
};

/* -- The contents of a file, in a line -- */

struct line {
    char text[LINE];
    size_t len;
};

static void add(struct line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(struct line *line, const char *format, ...)
{
    va_list args;

    va_start(args, format);

    const int n =
        vsnprintf(line->text + line->len, LINE - line->len, format, args);

    va_end(args);
    CHECK(n >= 0 && (size_t)n < LINE - line->len);
    line->len += (size_t)n;
}

static void add_name(struct line *line, const char *name)
{
    if (name)
        add(line, "[%s]", name);
}

static void add_places(struct line *line, const struct net *net,
                       const char *mark, struct net_place_span places)
{
    add(line, "%s", places.len ? mark : "");
    for (uint32_t i = 0; i < places.len; i++)
        add(line, " %s", net_place_label(net, places.at[i]));
}

/* "p* q[name] | t: p ? q > r", the syntax of test_net() with names added; "!!
 * p" says that t puts two tokens on p. */
static void add_net(struct line *line, const struct net *net)
{
    for (place_id p = 0; p < net_place_count(net); p++) {
        add(line, "%s%s%s", p ? " " : "", net_place_label(net, p),
            net_marked(net, p) ? "*" : "");
        if (net_place_name(net, p) != net_place_label(net, p))
            add_name(line, net_place_name(net, p));
    }
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        add(line, " | %s", net_trans_label(net, t));
        if (net_trans_name(net, t) != net_trans_label(net, t))
            add_name(line, net_trans_name(net, t));
        add_places(line, net, ":", net_pre(net, t));
        add_places(line, net, " ?", net_read(net, t));
        add_places(line, net, " >", net_post(net, t));
        if (net_overflow(net, t) != PLACE_NONE)
            add(line, " !! %s", net_place_label(net, net_overflow(net, t)));
    }
}

/* -- Reading, by format -- */

static bool labels_kept(const struct net *a, const struct net *b)
{
    bool kept = true;

    for (place_id p = 0; p < net_place_count(a); p++)
        kept = kept && !strcmp(net_place_label(a, p), net_place_label(b, p));
    for (trans_id t = 0; t < net_trans_count(a); t++)
        kept = kept && !strcmp(net_trans_label(a, t), net_trans_label(b, t));
    return kept;
}

/* strict: many names are refused, which is no news. */
static void check_written(const struct net *net, const char *suffix,
                          bool strict, struct line *line)
{
    char path[64], why[200];
    struct diag diag = {0};

    (void)snprintf(path, sizeof path, "corpus.%ld%s", (long)getpid(), suffix);
    if (!registry_write(net, path, &diag)) {
        CHECK(diag.code == DIAG_INPUT && diag.text[0]);
        if (!strict)
            add(line, " (%s: %s)", suffix, diag.text);
        return;
    }

    struct net *back = registry_read(path, NULL, &diag);

    const struct units *const units = net_units(net);

    if (!back)
        add(line, " (%s: read back: %s)", suffix, diag.text);
    else if (units && !strcmp(suffix, ".pnml") &&
             !(net_units(back) && same_net_units(units, net_units(back))))
        add(line, " (%s: read back: other units)", suffix);
    else if (!same_net(net, back, why, sizeof why))
        add(line, " (%s: read back: %s)", suffix, why);
    else if (!labels_kept(net, back))
        add(line, " (%s: read back: other labels)", suffix);
    net_destroy(back);
    (void)unlink(path);
}

static bool read_net(const struct net *unused, const char *path,
                     struct line *line, struct diag *diag)
{
    struct net *net = registry_read(path, NULL, diag);

    (void)unused;
    if (!net)
        return false;
    net_check(net);
    add_net(line, net);
    if (net_units(net)) {
        units_check(net_units(net));
        add(line, " (%u units)", net_units(net)->n_units);
    }
    for (uint32_t i = 0; i < net_warning_count(net); i++)
        add(line, " (%s)", strrchr(net_warning(net, i), '/') + 1);
    check_written(net, ".ll_net", false, line);
    check_written(net, ".pnml", false, line);
    check_written(net, ".net", false, line);
    check_written(net, ".g", true, line);
    check_written(net, ".lola", true, line);
    check_written(net, ".tapn", true, line);
    check_written(net, ".bnet", true, line);
    net_destroy(net);
    return true;
}

static bool read_indep(const struct net *net, const char *path,
                       struct line *line, struct diag *diag)
{
    struct dep *dep = indep_read(net, path, diag);

    if (!dep)
        return false;
    for (trans_id t = 0; t < net_trans_count(net); t++)
        for (trans_id u = t; u < net_trans_count(net); u++)
            if (!dep_has(dep, t, u))
                add(line, "(%s, %s)", net_trans_label(net, t),
                    net_trans_label(net, u));
    dep_destroy(dep);
    return true;
}

static bool read_run(const struct net *net, const char *path, struct line *line,
                     struct diag *diag)
{
    witness_run run = {0};
    const bool read = scn_read(net, path, &run, diag);

    for (uint32_t i = 0; read && i < run.len; i++)
        add(line, "%s%s", i ? ", " : "", net_trans_label(net, run.at[i]));
    vec_free(&run);
    return read;
}

static void add_list(struct line *line, const struct net *net,
                     struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        add(line, " %s", net_place_label(net, places.at[i]));
}

static void add_formula(struct line *line, const struct net *net,
                        const struct formula *formula)
{
    text_buffer text = {0};

    formula_print_text(formula, net, &text);
    add(line, "%s", text_end(&text));
    vec_free(&text);
}

static void add_goal(struct line *line, const struct net *net,
                     const struct goal *goal)
{
    switch (goal->kind) {
    case GOAL_TRANSITION:
        add(line, "reach %s:", net_trans_label(net, goal->trans));
        break;
    case GOAL_MARKING:
        add(line, "marked");
        add_list(line, net,
                 (struct net_place_span){goal->marked.at, goal->marked.len});
        add(line, " empty");
        add_list(line, net,
                 (struct net_place_span){goal->empty.at, goal->empty.len});
        add(line, ":");
        break;
    case GOAL_DEADLOCK:
        add(line, "deadlock:");
        break;
    case GOAL_SAFE:
        add(line, "safe:");
        break;
    case GOAL_BOUND:
        add(line, "largest ");
        add_formula(line, net, goal->formula);
        add(line, ":");
        break;
    case GOAL_FORMULA:
        add_formula(line, net, goal->formula);
        add(line, ":");
        break;
    case GOAL_EACH:
    case GOAL_LIVE:
    case GOAL_HOME:
    case GOAL_CTL:
    case GOAL_OTHER:
        add(line, "%s:", goal->text);
        break;
    case GOAL_LASSO:
        add(line, "%u conditions, node %u of %u:", goal->temporal->atoms.len,
            goal->temporal->sought, goal->temporal->ltl.nodes.len);
        break;
    }
}

static void add_proof(struct line *line, const struct net *net,
                      const struct proof *proof)
{
    static const char *const reasons[] = {"lacks", "holds", "live", "refuted"};

    add(line, " initial %u", proof->initial);
    for (uint32_t c = 0; c < proof->cubes.len; c++) {
        const struct proof_cube *cube = &proof->cubes.at[c];
        const struct proof_member *members = proof_members(proof, cube);

        add(line, " [%s %s |", reasons[cube->reason],
            cube->reason == PROOF_LIVE      ? net_trans_label(net, cube->node)
            : cube->reason == PROOF_REFUTED ? "it"
                                            : net_place_label(net, cube->node));
        add_list(line, net, proof_places(proof, cube->pos));
        add(line, " |");
        add_list(line, net, proof_places(proof, cube->neg));
        add(line, " |");
        for (uint32_t i = 0; i < cube->members.len; i++) {
            add(line, " %s ", net_trans_label(net, members[i].trans));
            if (members[i].active)
                add(line, "%u", members[i].by);
            else
                add(line, "by %s", net_place_label(net, members[i].by));
        }
        add(line, "]");
    }
}

static void add_prefix(struct line *line, const struct net *net,
                       const struct cert *cert)
{
    add(line, cert->copies ? " read" : " classic");
    for (uint32_t e = 1; e < cert->events.len; e++) {
        const struct cert_event *ev = &cert->events.at[e];

        add(line, " [%s", net_trans_label(net, ev->trans));
        for (uint32_t i = 0; i < ev->n_producers; i++)
            add(line, " %u", cert->producers.at[ev->from + i]);
        if (ev->cutoff)
            add(line, " as %u", ev->companion);
        add(line, "]");
    }
}

static void add_combination(struct line *line, const struct net *net,
                            const struct farkas *farkas)
{
    add(line, " [");
    add_list(line, net,
             (struct net_place_span){farkas->marked.at, farkas->marked.len});
    add(line, " |");
    add_list(line, net,
             (struct net_place_span){farkas->empty.at, farkas->empty.len});
    add(line, " |");
    for (uint32_t i = 0; i < farkas->comparisons.len; i++)
        add(line, " %d*node %u", (int)farkas->comparisons.at[i].factor,
            farkas->comparisons.at[i].which);
    for (uint32_t i = 0; i < farkas->traps.len; i++)
        add(line, " %d*trap %u", (int)farkas->traps.at[i].factor,
            farkas->traps.at[i].which);
    add(line, " |");
    for (uint32_t i = 0; i < farkas->weights.len; i++)
        add(line, " %" PRId64 "*%s", farkas->weights.at[i].factor,
            net_place_label(net, farkas->weights.at[i].place));
    add(line, "]");
}

static void add_literal(struct line *line, const struct net *net,
                        const struct case_proof_literal *literal)
{
    add(line, literal->truth ? " " : " !");
    switch (literal->about) {
    case CASE_PROOF_PLACE:
        add(line, "%s", net_place_label(net, literal->id));
        break;
    case CASE_PROOF_NODE:
        add(line, "node %u", literal->id);
        break;
    case CASE_PROOF_TRANS:
        add(line, "enabled %s", net_trans_label(net, literal->id));
        break;
    }
}

static void add_sets(struct line *line, const struct net *net, const char *word,
                     const case_proof_list *list)
{
    for (uint32_t i = 0; i < vecs_count(list); i++) {
        const struct case_proof_span span = case_proof_set(list, i);

        add(line, " %s", word);
        for (uint32_t k = 0; k < span.len; k++)
            add_literal(line, net, &span.at[k]);
    }
}

static void add_cases(struct line *line, const struct net *net,
                      const struct case_proof *proof)
{
    for (uint32_t i = 0; i < vecs_count(&proof->traps); i++) {
        add(line, " trap");
        add_list(line, net, net_span_at(&proof->traps, i));
    }
    for (uint32_t i = 0; i < proof->combinations.len; i++)
        add_combination(line, net, &proof->combinations.at[i]);
    add_sets(line, net, "inductive", &proof->inductive);
    add_sets(line, net, "lemma", &proof->lemmas);
    add_sets(line, net, "case", &proof->cases);
}

/* The net that the body is about. */
static const struct net *add_steps(struct line *line, const struct net *net,
                                   const struct cert *cert)
{
    add(line, " %u steps", cert->reduction.steps.len);
    if (cert->broken)
        add(line, ", line %u: %s", *cert->lines[FAULT_BROKEN].at, cert->broken);
    return cert->broken ? net : cert->net;
}

/* The same for the product of a question about runs. */
static const struct net *add_rounds(struct line *line, const struct net *net,
                                    const struct cert *cert)
{
    const case_proof_ranks *const ranks = &cert->cases->ranks;

    add(line, " %u rounds, %u ranks", cert->cases->rounds, vecs_count(ranks));
    for (uint32_t i = 0; i < ranks->all.len; i++)
        add(line, " %" PRId64 "*%u", ranks->all.at[i].factor,
            ranks->all.at[i].place);
    CHECK(net_place_count(cert->product.net) > net_place_count(net));
    return cert->product.net;
}

static void add_body(struct line *line, const struct net *net,
                     const struct cert *cert)
{
    switch (cert->kind) {
    case CERT_RUN:
        break;
    case CERT_PROOF:
        proof_check(cert->proof, net);
        add_proof(line, net, cert->proof);
        break;
    case CERT_CASES:
        add_cases(line, net, cert->cases);
        break;
    case CERT_PREFIX:
        add_prefix(line, net, cert);
        break;
    case CERT_DIAGRAM:
        add(line, " %u levels, %u nodes", vecs_count(&cert->diagram->levels),
            vecs_count(&cert->diagram->nodes));
        break;
    case CERT_WEIGHTS:
        break;
    }
}

static bool read_cert(const struct net *net, const char *path,
                      struct line *line, struct diag *diag)
{
    struct cert *cert = cert_read_file(net, path, diag);

    if (!cert)
        return false;
    add_goal(line, net, &cert->goal);
    for (uint32_t i = 0; i < cert->run.len; i++)
        add(line, " %s", net_trans_label(net, cert->run.at[i]));
    if (cert->goal.kind == GOAL_LASSO && cert->kind == CERT_RUN)
        add(line, " loop %u", cert->loop);
    if (cert->product.net)
        net = add_rounds(line, net, cert);
    if (cert->reduces)
        net = add_steps(line, net, cert);
    if (!cert->broken)
        add_body(line, net, cert);
    cert_destroy(cert);
    return true;
}

/* -- Questions -- */

/* The net that formulas and properties are about. */
static struct net *question_net(void)
{
    struct draft_net *const draft = draft_create("p* q r* s");

    draft_trans(draft, "t", "p", "q", "r");
    draft_trans(draft, "u", "q r", "s", "");
    draft_trans(draft, "v", "s", "p r", "");
    return draft_finish(draft);
}

/* All of a file, up to a null. */
static void read_bytes(const char *path, text_buffer *text)
{
    FILE *const file = fopen(path, "rb");
    int c;

    CHECK(file);
    while ((c = getc(file)) != EOF)
        vec_push(text, (char)c);
    (void)fclose(file);
}

/* A file that holds a formula only. */
static bool read_formula(const struct net *unused, const char *path,
                         struct line *line, struct diag *diag)
{
    struct net *const net = question_net();
    text_buffer text = {0};
    struct diag why = {0};
    struct formula *formula;
    enum question_path kind = QUESTION_EF;

    (void)unused;
    read_bytes(path, &text);
    formula = formula_parser_read(net, text_end(&text), &kind, NULL, &why);
    if (formula) {
        add(line, "%s", kind == QUESTION_AG ? "never " : "");
        add_formula(line, net, formula);
    } else {
        CHECK(why.code == DIAG_USAGE);
        (void)diag_report(diag, DIAG_INPUT, path, 1, why.column, "%s",
                          why.text);
    }
    formula_destroy(formula);
    vec_free(&text);
    net_destroy(net);
    return diag->code == DIAG_NONE;
}

static void add_property(struct line *line, const struct net *net,
                         const struct properties_item *item)
{
    static const char *const begin[] = {"reachable", "never", "again", "all",
                                        "some"};
    const char *what = item->question ? "largest" : "beyond";

    for (int i = QUESTION_EF; i <= QUESTION_SOME_PATH; i++)
        if (item->question == question_of_path((enum question_path)i))
            what = begin[i];
    add(line, "%s%s: %s", line->len ? ", " : "", item->id, what);
    if (item->formula) {
        add(line, " ");
        add_formula(line, net, item->formula);
    }
    for (uint32_t i = 0; i < item->sum.terms.len; i++)
        add(line, " %d*%s", (int)item->sum.terms.at[i].factor,
            net_place_label(net, item->sum.terms.at[i].place));
}

static bool read_properties(const struct net *unused, const char *path,
                            struct line *line, struct diag *diag)
{
    struct net *const net = question_net();
    properties_list list = {0};
    const bool read = properties_read(net, path, &list, diag);

    (void)unused;
    for (uint32_t i = 0; read && i < list.len; i++)
        add_property(line, net, &list.at[i]);
    properties_free(&list);
    net_destroy(net);
    return read;
}

typedef bool read_file(const struct net *net, const char *path,
                       struct line *line, struct diag *diag);

static read_file *reader_of(const char *format)
{
    if (!strcmp(format, "indep"))
        return read_indep;
    if (!strcmp(format, "scn"))
        return read_run;
    if (!strcmp(format, "cert"))
        return read_cert;
    if (!strcmp(format, "formula"))
        return read_formula;
    if (!strcmp(format, "properties"))
        return read_properties;
    return read_net;
}

/* -- Tables -- */

static void read_table(struct table *table, const char *directory)
{
    char path[PATH], line[LINE];

    (void)snprintf(path, sizeof path, "%s/EXPECTED", directory);

    FILE *file = fopen(path, "r");

    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';

        char *tab = strchr(line, '\t');

        CHECK(tab);
        *tab = '\0';

        const struct entry entry = {mem_text(line), mem_text(tab + 1), false};

        vec_push(&table->rows, entry);
    }
    if (file)
        (void)fclose(file);
}

static struct entry *find(struct table *table, const char *name)
{
    for (uint32_t i = 0; i < table->rows.len; i++)
        if (!strcmp(table->rows.at[i].name, name))
            return &table->rows.at[i];
    return NULL;
}

static void clear(struct table *table)
{
    for (uint32_t i = 0; i < table->rows.len; i++) {
        mem_free(table->rows.at[i].name);
        mem_free(table->rows.at[i].text);
    }
    vec_free(&table->rows);
}

static void tell(struct table *table, const char *name, const char *wanted,
                 const char *got)
{
    const bool good = wanted && got && !strcmp(wanted, got);

    if (table->print) {
        printf("%s\t%s\n", name, got ? got : "(no file)");
        return;
    }
    table->n_failed += !good;
    printf("%s %u - %s\n", good ? "ok" : "not ok", ++table->n_tests, name);
    if (!good)
        printf("# wanted: %s\n# got:    %s\n", wanted ? wanted : "(no line)",
               got ? got : "(no file)");
}

/* -- Files -- */

/* The message as the user sees it, without the directory.  A report must be
 * complete. */
static void add_message(struct line *line, const struct diag *diag,
                        const char *name)
{
    struct diag shown = *diag;

    CHECK(diag->code == DIAG_INPUT && diag->text[0]);
    (void)snprintf(shown.file, sizeof shown.file, "%s", name);

    FILE *out = fmemopen(line->text, sizeof line->text, "w");

    CHECK(out);
    diag_print(&shown, out);
    (void)fclose(out);
    line->text[strcspn(line->text, "\n")] = '\0';
}

static void check_file(struct table *table, read_file *read,
                       const struct net *net, const char *path, bool good)
{
    const char *name = strrchr(path, '/') + 1;
    struct entry *row = find(table, name);
    struct line line = {.len = 0};
    struct diag diag = {0};

    if (read(net, path, &line, &diag) != good)
        add(&line, " (this should %shave been read)", good ? "" : "not ");
    else if (!good)
        add_message(&line, &diag, name);
    if (good && diag.code != DIAG_NONE)
        add(&line, " (%s)", diag.text);
    if (row)
        row->met = true;
    tell(table, name, row ? row->text : NULL, line.text);
}

static int is_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && strcmp(entry->d_name, "EXPECTED") != 0;
}

static void check_directory(struct table *table, const char *directory,
                            read_file *read, const struct net *net, bool good)
{
    struct dirent **files = NULL;
    const int n = scandir(directory, &files, is_file, alphasort);
    char path[PATH];

    CHECK(n > 0);
    read_table(table, directory);
    for (int i = 0; i < n; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", directory, files[i]->d_name);
        check_file(table, read, net, path, good);
        free(files[i]);
    }
    free(files);
    for (uint32_t i = 0; i < table->rows.len; i++)
        if (!table->rows.at[i].met)
            tell(table, table->rows.at[i].name, table->rows.at[i].text, NULL);
    clear(table);
}

PROGRAM(corpus)
{
    char path[PATH];
    struct diag diag = {0};
    struct table table = {.print = argc > 3};

    CHECK(argc > 2);
    (void)snprintf(path, sizeof path, "%s/net.ll_net", argv[1]);

    struct net *net = registry_read(path, NULL, &diag);

    CHECK(net);
    (void)snprintf(path, sizeof path, "%s/%s/good", argv[1], argv[2]);
    check_directory(&table, path, reader_of(argv[2]), net, true);
    (void)snprintf(path, sizeof path, "%s/%s/bad", argv[1], argv[2]);
    check_directory(&table, path, reader_of(argv[2]), net, false);
    net_destroy(net);
    if (!table.print)
        printf("1..%u\n", table.n_tests);
    return table.n_failed > 0;
}
