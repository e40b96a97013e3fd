/** A real browser before the page, which tells whatever it should not have seen: errors, foreign requests, broken rules. */
import axe from 'axe-core';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

import { browserProgram } from './browser-program.ts';

export interface BrowserWishes {
  readonly script?: boolean;
  readonly dark?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
  /** As a proxy adds them. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Watched {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What was seen that should not have been; empty is right. */
  readonly seen: readonly string[];
  /** Serious and critical faults of what is shown now, one line each. */
  readonly faults: () => Promise<readonly string[]>;
}

/** In a browser of its own, logged in by the link; closed when the test ends. */
export async function openBrowser(link: string, wishes: BrowserWishes = {}): Promise<Watched> {
  const executablePath = browserProgram();
  if (executablePath === null) {
    throw new Error(
      'no browser is on PATH: apt-get install -y chromium (or leave it out by name: ROUNDSMAN_CI_OPTIONAL=browser)',
    );
  }
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--font-render-hinting=none',
    ],
  });
  onTestFinished(() => browser.close());
  const { script = true, dark = false, size = { width: 1280, height: 850 }, headers } = wishes;
  const context = await browser.newContext({
    javaScriptEnabled: script,
    colorScheme: dark ? 'dark' : 'light',
    viewport: size,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...(headers === undefined ? {} : { extraHTTPHeaders: headers }),
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const seen = watch(page, new URL(link).origin);
  await page.goto(link);
  return { page, context, seen, faults: () => faultsOf(page) };
}

function watch(page: Page, origin: string): readonly string[] {
  const seen: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text()))
      seen.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'data:') seen.push(`request: ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'confirm') seen.push(`dialog: ${dialog.message()}`);
    void dialog.accept();
  });
  page.on('response', (response) => {
    if (response.status() >= 500) seen.push(`${response.status()}: ${response.url()}`);
  });
  return seen;
}

interface AxeAnswer {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const answer: AxeAnswer = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  return answer.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => {
      const [first] = nodes;
      return `${id}: ${help} (${nodes.length}) ${first?.html.slice(0, 200) ?? ''} ${first?.failureSummary?.slice(0, 250) ?? ''}`;
    });
}
