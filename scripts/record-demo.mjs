// Makes the two pictures of README.md from the program itself: docs/images/demo.svg, a recording of `roundsman demo` and
// what follows it, and docs/images/home.png, the page of the same workspace. Run it after `npm run build`; the picture of
// the page needs chromium on PATH. `--no-page` leaves it out.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { terminalSvg } from './terminal-svg.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const images = join(root, 'docs', 'images');
const main = join(root, 'dist', 'cli', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'roundsman-recording-'));
const home = join(folder, 'home');
const demo = join(folder, 'roundsman-demo');
const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', TZ: 'UTC', FORCE_COLOR: '1' };

/** What a command prints on both streams, in the order in which it does. */
function linesOf(command, cwd = demo) {
  const [, ...words] = command.split(' ');
  const file = join(folder, 'printed');
  const printed = openSync(file, 'w');
  const { status } = spawnSync(process.execPath, [main, ...words], {
    cwd,
    env,
    stdio: ['ignore', printed, printed],
  });
  closeSync(printed);
  const text = readFileSync(file, 'utf8').replaceAll(`${folder}/`, '');
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${text}`);
  return text.trimEnd().split('\n');
}

/** The first lines of a long answer, and that more follow. */
const headOf = (lines, count) => (lines.length > count ? [...lines.slice(0, count), '…'] : lines);

/** Without the commands that it ends with: the next scenes show them. */
const startOfDemo = (lines) =>
  lines.slice(0, lines.findIndex((line) => line.startsWith('Look around')) - 1);

function record() {
  const scenes = [
    { command: 'roundsman demo', take: startOfDemo, cwd: folder, seconds: 5.2, printing: 3.5 },
    { command: 'roundsman inbox', take: (lines) => headOf(lines, 21), seconds: 4 },
    {
      command: 'roundsman show small-fixes --diff',
      take: (lines) => headOf(lines, 22),
      seconds: 3.4,
    },
    { command: 'roundsman land small-fixes --yes', take: (lines) => lines, seconds: 2.6 },
  ].map(({ take, cwd, ...scene }) => ({ ...scene, lines: take(linesOf(scene.command, cwd)) }));
  writeFileSync(join(images, 'demo.svg'), terminalSvg(scenes));
}

/** The first page that a person sees, of a second demo: nothing in it was decided yet. */
async function photograph() {
  const [link = ''] =
    linesOf('roundsman page')
      .join('\n')
      .match(/http:\S+/) ?? [];
  const browser = await chromium.launch({
    executablePath: browserProgram(),
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({
    viewport: { width: 1280, height: 760 },
    deviceScaleFactor: 1,
  });
  await page.goto(link);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(images, 'home.png') });
  await browser.close();
}

function browserProgram() {
  const found = spawnSync('sh', ['-c', 'command -v chromium || command -v google-chrome'], { env });
  const path = found.stdout.toString().trim();
  if (path === '')
    throw new Error('no chromium is on PATH: install it, or leave the page out with --no-page');
  return path;
}

try {
  mkdirSync(images, { recursive: true });
  mkdirSync(home);
  writeFileSync(
    join(home, '.gitconfig'),
    '[user]\n\tname = Ada Example\n\temail = ada@example.com\n',
  );
  record();
  if (!process.argv.includes('--no-page')) {
    rmSync(demo, { recursive: true });
    linesOf('roundsman demo', folder);
    linesOf('roundsman start --detach');
    try {
      await photograph();
    } finally {
      linesOf('roundsman stop');
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
