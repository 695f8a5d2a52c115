/* The kernel's random playouts of the two-player game, written by hand in C, to compare with.

The state has the same bytes as `STATE` in src/ingenious/kernel/board.py, the draws come in the same
order from the same generator, so the same seed plays the same games. Only what two players need is
here. The tables (NEIGHBOUR, EDGE_AT, ...) and their sizes come from `compare_c.py`. */

#include <stdint.h>

#include "tables.h"

enum { DEALING, PLACING, SWAPPING, REFILLING, OVER };
enum { FULL = 1, WON = 2 };
enum { SWAP = -1, KEEP = -2 };
enum { EMPTY = -1, OFF = 7 };
enum { STOP = 18, RACK = 6, COLOURS = 6, PLAYERS = 2 };

typedef struct {
    int8_t cells[SPACES + 1];
    int8_t gains[SPACES + 1][8];
    int16_t edges[EDGES]; /* the open ones first */
    int16_t place[EDGES]; /* where each edge stands among them */
    int32_t open;
    int8_t pegs[4][8];
    int8_t tokens[8];
    int8_t racks[4][RACK];
    int8_t held[4];
    int8_t bag[BOX];
    int32_t bagged;
    int8_t aside[RACK];
    int32_t shown;
    int8_t left[24];
    int8_t mode, players, sides, seat, phase, ending;
    int32_t due, turns;
    int8_t laps;
} State;

int64_t size_of_state(void) { return sizeof(State); }

static uint64_t bits(uint64_t *rng)
{
    uint64_t z = *rng += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int below(uint64_t *rng, int n) { return (bits(rng) >> 32) * (uint64_t)n >> 32; }

static void put(State *st, int space, int colour)
{
    st->cells[space] = colour;
    for (int k = 0; k < COLOURS; k++)
        st->gains[space][k] = 0;
    for (int axis = 0; axis < 3; axis++) {
        int ahead = 1, front = NEIGHBOUR[space][axis];
        for (; st->cells[front] == colour; front = NEIGHBOUR[front][axis])
            ahead++;
        int behind = 1, back = NEIGHBOUR[space][axis + 3];
        for (; st->cells[back] == colour; back = NEIGHBOUR[back][axis + 3])
            behind++;
        if (st->cells[front] == EMPTY)
            st->gains[front][colour] += behind;
        if (st->cells[back] == EMPTY)
            st->gains[back][colour] += ahead;
    }
    int open = st->open;
    for (int direction = 0; direction < 6; direction++) {
        int edge = EDGE_AT[space][direction];
        if (edge < 0)
            continue;
        int at = st->place[edge];
        if (at < open) {
            int last = st->edges[--open];
            st->edges[at] = last;
            st->place[last] = at;
            st->edges[open] = edge;
            st->place[edge] = open;
        }
    }
    st->open = open;
}

static int score(int8_t *peg, int points)
{
    if (points == 0 || *peg == STOP)
        return 0;
    int end = *peg + points;
    *peg = end < STOP ? end : STOP;
    return end >= STOP;
}

static int has_won(const int8_t *pegs)
{
    for (int k = 0; k < COLOURS; k++)
        if (pegs[k] < STOP)
            return 0;
    return 1;
}

static int may_swap(const State *st, int seat)
{
    const int8_t *pegs = st->pegs[seat];
    int lowest = pegs[0], colours = 0;
    for (int k = 1; k < COLOURS; k++)
        lowest = pegs[k] < lowest ? pegs[k] : lowest;
    for (int k = 0; k < COLOURS; k++)
        colours |= (pegs[k] == lowest) << k;
    for (int i = 0; i < st->held[seat]; i++) {
        int tile = st->racks[seat][i];
        if ((colours >> FIRST[tile] | colours >> SECOND[tile]) & 1)
            return 0;
    }
    return st->held[seat] > 0;
}

static void place_tile(State *st, int move)
{
    int tile = move >> 10, edge = move >> 1 & 511, turned = move & 1;
    int seat = st->seat, x = FIRST[tile], y = SECOND[tile];
    int a = turned ? EDGE_B[edge] : EDGE_A[edge];
    int b = turned ? EDGE_A[edge] : EDGE_B[edge];
    int8_t *pegs = st->pegs[seat], *rack = st->racks[seat];
    int first = st->gains[a][x], second = st->gains[b][y];
    int due = st->due - 1 + score(&pegs[x], first);
    due += score(&pegs[y], second);
    put(st, a, x);
    put(st, b, y);
    int held = --st->held[seat], at = 0;
    while (rack[at] != tile)
        at++;
    rack[at] = rack[held];
    st->left[tile]--;
    int ended = due == 0 || held == 0;
    st->turns += ended;
    st->due = held == 0 ? 0 : due;
    if (has_won(pegs)) {
        st->phase = OVER, st->ending = WON, st->due = 0;
    } else if (st->open == 0) {
        st->phase = OVER, st->ending = FULL, st->due = 0;
    } else if (ended) {
        st->phase = may_swap(st, seat) ? SWAPPING : REFILLING;
    }
}

static void take_from_bag(State *st, int seat, int at)
{
    st->racks[seat][st->held[seat]++] = st->bag[at];
    st->bag[at] = st->bag[--st->bagged];
}

static void swap_tiles(State *st)
{
    int seat = st->seat;
    st->shown = st->held[seat];
    for (int i = 0; i < st->shown; i++)
        st->aside[i] = st->racks[seat][i];
    st->held[seat] = 0;
}

static void refill(State *st, uint64_t *rng)
{
    while (st->held[st->seat] < RACK)
        take_from_bag(st, st->seat, below(rng, st->bagged));
    for (int i = 0; i < st->shown; i++)
        st->bag[st->bagged++] = st->aside[i];
    st->shown = 0;
    st->seat = 1 - st->seat;
    st->due = 1;
    st->phase = PLACING;
}

/* The open edges that touch a printed symbol which no tile touches yet. */
static int start_edges(const State *st, int32_t *out)
{
    int number = 0;
    for (int i = 0; i < PRINTED; i++) {
        int printed = PRINTED_AT[i], is_free = 1;
        for (int direction = 0; direction < 6; direction++) {
            int cell = st->cells[NEIGHBOUR[printed][direction]];
            is_free &= cell == EMPTY || cell == OFF;
        }
        if (!is_free)
            continue;
        for (int j = 0; j < STARTS; j++) {
            int edge = START_EDGES[i][j];
            if (edge >= 0 && st->place[edge] < st->open)
                out[number++] = edge;
        }
    }
    return number;
}

/* The ways to hold the tiles of a rack, alike ones once: `tile * 1024`, plus 1 if turned. */
static int ways_of(const State *st, int32_t *out)
{
    const int8_t *rack = st->racks[st->seat];
    int number = 0;
    for (int i = 0; i < st->held[st->seat]; i++) {
        int tile = rack[i], is_new = 1;
        for (int j = 0; j < i; j++)
            if (rack[j] == tile) {
                is_new = 0;
                break;
            }
        if (!is_new)
            continue;
        out[number++] = tile * 1024;
        if (FIRST[tile] != SECOND[tile])
            out[number++] = tile * 1024 + 1;
    }
    return number;
}

static int random_placement(const State *st, uint64_t *rng)
{
    int32_t edges[EDGES], ways[2 * RACK];
    int edge;
    if (st->turns < PLAYERS)
        edge = edges[below(rng, start_edges(st, edges))];
    else
        edge = st->edges[below(rng, st->open)];
    return ways[below(rng, ways_of(st, ways))] + 2 * edge;
}

/* Whole games from before the deal, the last one left in `st`; returns the decisions made. */
int64_t play_randomly(State *st, const State *start, int64_t games, uint64_t *rng)
{
    int64_t decisions = 0;
    for (int64_t game = 0; game < games; game++) {
        *st = *start;
        for (int seat = 0; seat < PLAYERS; seat++)
            for (int i = 0; i < RACK; i++)
                take_from_bag(st, seat, below(rng, st->bagged));
        st->phase = PLACING;
        while (st->phase != OVER) {
            if (st->phase == REFILLING) {
                refill(st, rng);
                continue;
            }
            if (st->phase == PLACING) {
                place_tile(st, random_placement(st, rng));
            } else {
                if (below(rng, 2))
                    swap_tiles(st);
                st->phase = REFILLING;
            }
            decisions++;
        }
    }
    return decisions;
}
