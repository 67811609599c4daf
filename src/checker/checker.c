/* checker.c - punf-por-check: accepts or rejects a certificate.
 *
 * It shares the readers of files, the questions and the token game with
 * punf-por, and contains no engine.  Its verdicts depend only on this
 * directory, formats/, src/proof and the rooms below it (src/ROOMS). */
#include "base/check.h"
#include "base/output.h"
#include "base/system.h"
#include "checker/judge.h"
#include "formats/net/registry.h"
#include "question/goal.h"

#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>

enum {
    CHECKER_ACCEPTED = 0,
    CHECKER_REJECTED = 1,
    CHECKER_USAGE = 3,
    CHECKER_INPUT = 4,
    CHECKER_INTERNAL = 5,
};

_Noreturn void mem_exhausted(size_t bytes)
{
    fprintf(stderr, "punf-por-check: error: out of memory (%zu bytes wanted)\n",
            bytes);
    exit(CHECKER_INTERNAL);
}

static const char help[] =
    "usage: punf-por-check NET QUESTION CERTIFICATE\n"
    "\n"
    "Accepts or rejects what punf-por --certificate wrote.  NET is as for\n"
    "punf-por; - is standard input.\n"
    "\n"
    "The question, one of:\n"
    "  --reach T             can transition T fire?\n"
    "  --marking EXPR        is a marking reachable that fits EXPR?\n"
    "  --marking-exact EXPR  is the marking reachable that marks exactly the\n"
    "                        places of EXPR?\n"
    "  --deadlock            is a marking reachable that enables no "
    "transition?\n"
    "  --formula TEXT        EF: is a marking reachable at which the "
    "condition\n"
    "                        holds?  AG: does it hold at all of them?  "
    "Temporal\n"
    "                        formulas as for punf-por\n"
    "  --bounds SUM          what is the largest value of the sum?\n"
    "  --safe                can no run put a second token on a place?\n"
    "  --home COND           can COND be reached again from every reachable\n"
    "                        marking?\n"
    "  --reversible          can the initial marking?\n"
    "  --live                can every transition fire again, whatever has "
    "fired?\n"
    "  --circuit             is the circuit of a .g file consistent, without\n"
    "                        deadlocks, input-proper and output-persistent?\n"
    "  --consistent          is it consistent?\n"
    "  --persistent          is it output-persistent?\n"
    "  --input-proper        is it input-proper?\n"
    "  --usc                 has it unique state coding?\n"
    "  --csc                 has it complete state coding?\n"
    "\n"
    "The net:\n"
    "  --type ptnet          as for punf-por\n"
    "  --untimed             as for punf-por\n"
    "  --initial VALUES      as for punf-por\n"
    "\n"
    "The runs:\n"
    "  --fair T,...          as for punf-por\n"
    "\n"
    "About:\n"
    "  -q, --quiet           print nothing on standard output\n"
    "  -V, --version         print the version and exit\n"
    "  -h, --help            print this help and exit\n"
    "\n"
    "Exit code: 0 accepted, 1 rejected, 3 usage, 4 bad input, 5 out of memory\n"
    "or an internal error.  What is proved of safe nets only is accepted with\n"
    "\"(if the net is safe)\": cubes, cases, and a largest value that nothing\n"
    "but a run shows.  Weights, a complete prefix or a diagram prove that the\n"
    "net is safe.  If the places of the net can have several tokens, the\n"
    "certificate says how many, and the words are \"(if no place gets more\n"
    "tokens than the certificate says)\".\n";

/* The codes of options without a letter; from ASK on, those of questions. */
enum { READ_TYPE = 256, READ_UNTIMED, READ_INITIAL, READ_FAIR, ASK };

/* Of the options besides the questions. */
enum { N_OTHERS = 7, MOST_QUESTIONS = 32 };

struct checker {
    const char *net_file, *cert_file;
    const struct question *question; /* NULL: none */
    const char *text;
    const char *fair; /* NULL: not given */
    bool quiet;
    char tells; /* 'V': the version, 'h': help; 0: neither */
    struct registry_options reading;
    struct net *net;
    goal_list goals;
    struct cert *cert;
    struct diag diag;
};

static bool usage(struct checker *k, const char *text)
{
    return diag_usage(&k->diag, "%s (see punf-por-check --help)", text);
}

static bool ask(struct checker *k, const struct question *question,
                const char *text)
{
    if (k->question)
        return usage(k, "only one question can be asked");
    k->question = question;
    k->text = text;
    return true;
}

static bool read_files(struct checker *k, int argc, char **argv)
{
    if (!k->question)
        return usage(k, "no question was asked");
    if (argc - optind != 2)
        return usage(k, argc - optind < 2
                            ? "expected a net and a certificate"
                            : "more than a net and a certificate");
    k->net_file = argv[optind];
    k->cert_file = argv[optind + 1];
    return strcmp(k->net_file, "-") || strcmp(k->cert_file, "-") ||
           usage(k, "the net and the certificate cannot both be standard "
                    "input");
}

/* getopt_long() returned code; it left the letter of an unknown option in
 * optopt, and there the number of a known one. */
static bool report_unread(struct checker *k, int code, const char *word)
{
    char text[256];

    if (code == ':')
        (void)snprintf(text, sizeof text, "option '%s' needs an argument",
                       word);
    else if (optopt >= READ_TYPE || (optopt && !strncmp(word, "--", 2)))
        (void)snprintf(text, sizeof text, "option '%s' takes no argument",
                       word);
    else if (optopt)
        (void)snprintf(text, sizeof text, "unknown option '-%c'", optopt);
    else
        (void)snprintf(text, sizeof text, "unknown or ambiguous option '%s'",
                       word);
    return usage(k, text);
}

/* Those of questions that have certificates. */
static void fill_options(struct option *all)
{
    static const struct option others[N_OTHERS] = {
        {"type", required_argument, NULL, READ_TYPE},
        {"untimed", no_argument, NULL, READ_UNTIMED},
        {"initial", required_argument, NULL, READ_INITIAL},
        {"fair", required_argument, NULL, READ_FAIR},
        {"quiet", no_argument, NULL, 'q'},
        {"version", no_argument, NULL, 'V'},
        {"help", no_argument, NULL, 'h'},
    };

    memcpy(all, others, sizeof others);
    all += N_OTHERS;
    for (uint32_t i = 0; i < question_rows(); i++) {
        const struct question *const question = question_at(i);

        if (!question->uncertified && question->reads != QUESTION_LIST)
            *all++ = (struct option){question->word,
                                     question->argument ? required_argument
                                                        : no_argument,
                                     NULL, ASK + (int)i};
    }
    *all = (struct option){0};
}

static bool read_options(struct checker *k, int argc, char **argv)
{
    struct option all[N_OTHERS + MOST_QUESTIONS + 1];
    int code;

    ASSERT(question_rows() <= MOST_QUESTIONS);
    fill_options(all);
    opterr = 0;
    while ((code = getopt_long(argc, argv, ":qVh", all, NULL)) != -1) {
        if (code == 'q')
            k->quiet = true;
        else if (code == READ_UNTIMED)
            k->reading.untimed = true;
        else if (code == READ_INITIAL)
            k->reading.initial = optarg;
        else if (code == READ_FAIR)
            k->fair = optarg;
        else if (code == READ_TYPE && !strcmp(optarg, "ptnet"))
            k->reading.ptnet = true;
        else if (code == READ_TYPE)
            return usage(k, "the type of a net may be ptnet");
        else if (code == ':' || code == '?')
            return report_unread(k, code, argv[optind - 1]);
        else if (code == 'V' || code == 'h') {
            k->tells = (char)code;
            return true;
        } else if (!ask(k, question_at((uint32_t)(code - ASK)), optarg))
            return false;
    }
    return read_files(k, argc, argv);
}

/* A formula that a marking decides has no runs to tell apart. */
static bool read_fair(struct checker *k)
{
    struct temporal *const temporal = k->goals.at[0].temporal;
    net_trans_list ignored = {0};
    bool good = !k->fair ||
                (fair_suits(&k->goals.at[0], &k->diag) &&
                 fair_read(k->net, k->fair,
                           temporal ? &temporal->fair : &ignored, &k->diag));

    vec_free(&ignored);
    return good;
}

/* The certificate says how many tokens places can have; the question is about
 * the net that the checker makes of this. */
static bool read_input(struct checker *k)
{
    k->reading.counts = true;
    k->net = registry_read(k->net_file, &k->reading, &k->diag);
    if (!k->net)
        return false;
    k->cert = cert_read_file(k->net, k->cert_file, &k->diag);
    if (!k->cert)
        return false;
    if (k->cert->bounded) {
        net_destroy(k->net);
        k->net = k->cert->bounded;
        k->cert->bounded = NULL;
    }
    return goal_add(&k->goals, k->question, k->net, k->text, &k->diag) &&
           read_fair(k);
}

static int failed(const struct checker *k)
{
    return k->diag.code == DIAG_USAGE   ? CHECKER_USAGE
           : k->diag.code == DIAG_INPUT ? CHECKER_INPUT
                                        : CHECKER_INTERNAL;
}

static void say_accepted(const struct checker *k)
{
    const struct goal *const goal = k->goals.at;
    const enum question_evidence evidence = goal->question->evidence;
    const bool yes = evidence == QUESTION_TWO_PARTS ? k->cert->lost
                                                    : k->cert->kind == CERT_RUN;

    printf("%s: ", goal_label(goal));
    if (evidence == QUESTION_RUN_AND_PROOF)
        printf("%" PRId64,
               k->cert->goal.formula->nodes.at[0].bound + goal->constant);
    else
        fputs(
            question_text(goal->question, question_reads(goal->question, yes)),
            stdout);
    printf(", accepted%s\n",
           !judge_presumes_safe(goal, k->cert) ? ""
           : net_counted(k->net) == PLACE_NONE
               ? " (if the net is safe)"
               : " (if no place gets more tokens than the certificate says)");
}

static int judge(struct checker *k)
{
    struct fault fault;

    if (judge_accepts(k->net, &k->goals.at[0], k->cert, &fault)) {
        if (!k->quiet)
            say_accepted(k);
        return CHECKER_ACCEPTED;
    }
    if (!k->quiet)
        printf("%s: rejected\n", goal_label(&k->goals.at[0]));
    fprintf(stderr, "%s:%u: rejected: %s\n", k->cert->file, fault.line,
            fault.text);
    return CHECKER_REJECTED;
}

static int work(struct checker *k, int argc, char **argv)
{
    if (!read_options(k, argc, argv))
        return failed(k);
    if (k->tells == 'h') {
        fputs(help, stdout);
        return CHECKER_ACCEPTED;
    }
    if (k->tells == 'V') {
        puts("punf-por-check " VERSION);
        return CHECKER_ACCEPTED;
    }
    return read_input(k) ? judge(k) : failed(k);
}

/* A report without a file is attributed to the program. */
static void print_report(struct diag *diag)
{
    if (!diag->file[0])
        snprintf(diag->file, sizeof diag->file, "punf-por-check");
    diag_print(diag, stderr);
}

int main(int argc, char **argv)
{
    struct checker k = {0};
    int code, why;

    output_prepare_standard();
    (void)signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit fails */
    system_separate_large_blocks();
    code = work(&k, argc, argv);

    why = output_flush(stdout);
    if (why) {
        (void)output_report(DIAG_INTERNAL, "-", why, &k.diag);
        code = CHECKER_INTERNAL;
    }
    if (k.diag.code != DIAG_NONE)
        print_report(&k.diag);
    cert_destroy(k.cert);
    goal_list_free(&k.goals);
    net_destroy(k.net);
    return code;
}
