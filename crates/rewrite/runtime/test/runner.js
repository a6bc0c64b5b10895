// One browser, one gateway; each case gets a fresh page of an app and says what it must see.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { chromium } from 'playwright-core';
import { Gateway } from './gateway.js';

const FLAGS =
    '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const DEADLINE = 10_000;

let browser;
let gateway;
let foreign;
let shared;

before(async () => {
    gateway = await new Gateway().start();
    foreign = await new Gateway().start();
    browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: FLAGS.split(' '),
    });
});

after(async () => {
    await browser?.close();
    await gateway?.stop();
    await foreign?.stop();
});

const note = (error) => errors.push(String(error));
let errors = [];
let visits = 0;

// A number makes each visit a page of its own, even where only the fragment would differ.
function address({ app = 'x', at = '/page/a/b?q=/apps/x/#h' }) {
    const url = new URL(`${gateway.origin}/apps/${app}${at}`);
    url.searchParams.append('visit', ++visits);
    return url.href;
}

async function visit(page, options, use) {
    const { app = 'x', escapes = [] } = options;
    errors = [];
    page.on('pageerror', note);
    gateway.asked.length = 0;
    foreign.asked.length = 0;
    if (!options.stay) await page.goto(address(options));
    await use({ page, context: page.context(), gateway, foreign });
    page.off('pageerror', note);
    assert.deepEqual(gateway.escaped(app), escapes, 'requests that left the app');
    assert.deepEqual(errors, [], 'errors on the page');
}

async function newPage() {
    const context = await browser.newContext();
    context.setDefaultTimeout(DEADLINE);
    return context.newPage();
}

/** What another process of the browser learns a moment later. */
export async function eventually(read, wanted) {
    const end = Date.now() + DEADLINE / 2;
    let got = await read();
    while (!isDeepStrictEqual(got, wanted) && Date.now() < end) got = await read();
    assert.deepEqual(got, wanted);
}

/**
 * Each case: what it shows, a function that runs in the page, what it must give, and options: `app`,
 * `at` (the path of the page), `escapes` (requests outside of the app that must be seen).
 * The function gets `{ foreign, host }`: the address of another server, and our own. Cases that leave
 * nothing behind may be visited `together`.
 */
export function inPage(title, cases, { together = false } = {}) {
    let visited;
    for (const [name, run, wanted, options = {}] of cases) {
        test(`${title}: ${name}`, { timeout: DEADLINE }, async () => {
            // To make a page takes longer than most cases, so they share one until one fails.
            shared ??= await newPage();
            const page = shared;
            shared = undefined;
            await visit(page, { ...options, stay: together && visited === page }, async () => {
                const got = await page.evaluate(run, { foreign: foreign.origin, host: gateway.host });
                assert.deepEqual(got, wanted);
            });
            shared = visited = page;
        });
    }
}

/**
 * Each case: what it shows, steps `({ page, context, gateway, foreign })`, and the same options. It has
 * cookies and storage of its own, unless all of them do without and go on in the `same` page.
 */
export function inSteps(title, cases, { same = false } = {}) {
    for (const [name, steps, options = {}] of cases) {
        test(`${title}: ${name}`, { timeout: DEADLINE }, async () => {
            const page = (same && shared) || (await newPage());
            shared = page === shared ? undefined : shared;
            let passed = false;
            try {
                await visit(page, options, steps);
                passed = same && !shared;
            } finally {
                const others = page.context().pages().filter((other) => other !== page);
                await (passed ? Promise.all(others.map((other) => other.close())) : page.context().close());
            }
            if (passed) shared = page;
        });
    }
}
