/** Whole runs whose agent asks an endpoint that repeats the key, or presents keys of its own: it gets none, and none gets there. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as later } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { modelServer } from '../../kit/gateway.ts';
import { gitRepo } from '../../kit/git-repo.ts';
import { usersHere } from '../../kit/probed-person.ts';
import { readReport, workspaceOf } from '../../kit/workspace.ts';

const KEY = 'sk-real-4f9d2c7be1a05836';

type Answering = (response: ServerResponse, key: string) => Promise<void> | void;

function hexOf(letter: string): string {
  return letter.charCodeAt(0).toString(16).padStart(2, '0');
}

function asText(form: (key: string) => string): Answering {
  return (response, key) => {
    response.end(`{"error":"${form(key)}"}`);
  };
}

async function inPieces(response: ServerResponse, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    response.write(piece);
    // Pieces that are written at once arrive as one.
    await later(30);
  }
  response.end();
}

const ECHOES: Readonly<Record<string, Answering>> = {
  'as it is': asText((key) => key),
  'in JSON escapes': asText((key) => Array.from(key, (one) => `\\u00${hexOf(one)}`).join('')),
  'in percent': asText((key) => Array.from(key, (one) => `%${hexOf(one)}`).join('')),
  'in percent, twice': asText((key) => Array.from(key, (one) => `%25${hexOf(one)}`).join('')),
  reversed: asText((key) => Array.from(key).toReversed().join('')),
  'in base64': asText((key) => Buffer.from(`x${key}`).toString('base64')),
  'in hex': asText((key) => Buffer.from(key).toString('hex')),
  'in pieces': async (response, key) =>
    inPieces(response, ['{"error":"', ...Array.from(key), '"}']),
  'in escapes and pieces': async (response, key) =>
    inPieces(response, Array.from(key, (one) => [`\\u0`, `0${hexOf(one)}`]).flat()),
  'in fields of events': async (response, key) => {
    response.setHeader('content-type', 'text/event-stream');
    const events = key.match(/.{1,7}/g) ?? [];
    await inPieces(
      response,
      events.map((text) => `data: {"type":"delta","delta":{"text":"${text}"}}\n\n`),
    );
  },
  'in a header': (response, key) => {
    response.setHeader('x-request', Buffer.from(key).toString('base64'));
    response.end('{}');
  },
  'packed twice': (response, key) => {
    response.setHeader('content-encoding', 'gzip, gzip');
    response.end(gzipSync(gzipSync(key)));
  },
};

const QUERIES = [
  '?%6bey=other-key',
  '?KEY=other-key',
  '?a=1;key=other-key',
  '?%256bey=other-key',
  '?key=TOKEN&key=other-key',
  '?api_key=other-key',
  '?access%5Ftoken=other-key',
  '?key%00=other-key',
  '?key%5B%5D=other-key',
];

const HEADERS = ['x_api_key', 'x-auth-token', 'ocp-apim-subscription-key', 'x-goog-api_key'];

/** Undoes each form, and says which of them gave something with the sum that it was told. */
const AGENT = `
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
const { ROUNDSMAN_MODEL_URL: url, ROUNDSMAN_MODEL_TOKEN: token, ROUNDSMAN_OUT: out } = process.env;
const { sum, length, echoes, queries, headers } = JSON.parse(process.argv[2]);
const ask = (body, query = '', more = {}) => new Promise((resolve) => {
  const asked = request(url + '/v1/messages' + query, { method: 'POST', headers: { 'x-api-key': token, ...more } }, (answer) => {
    const parts = [];
    answer.on('data', (part) => parts.push(part)).on('error', () => {});
    answer.on('close', () => resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(parts) }));
  });
  asked.on('error', () => resolve({ status: 0, headers: {}, bytes: Buffer.alloc(0) }));
  asked.end(JSON.stringify(body));
});
const percent = (text) => text.replace(/%([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
const undone = ({ headers, bytes }) => {
  const text = bytes.toString('latin1');
  const given = Object.values(headers).join(' ');
  const word = /"error":"([^"]*)/.exec(text)?.[1] ?? '';
  let unpacked = '';
  try { unpacked = gunzipSync(gunzipSync(bytes)).toString(); } catch {}
  return [text, unpacked, [...text].reverse().join(''), percent(text), percent(percent(text)),
    text.replace(/\\\\u00([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))),
    Buffer.from(word, 'base64').toString('latin1'), Buffer.from(word, 'hex').toString('latin1'),
    [...text.matchAll(/"text":"([^"]*)"/g)].map(([, part]) => part).join(''),
    given, ...Object.values(headers).map((one) => Buffer.from(String(one), 'base64').toString('latin1'))];
};
const isKey = (text) => createHash('sha256').update(text).digest('hex') === sum;
const leaks = (answer) => undone(answer).some((text) => {
  for (let at = 0; at + length <= text.length; at += 1) if (isKey(text.slice(at, at + length))) return true;
  return false;
});
const told = [];
for (const echo of echoes) {
  const answer = await ask({ model: 'm-1', echo });
  told.push('- echo ' + echo + ': ' + (leaks(answer) ? 'leaked' : 'kept'));
  await ask({ model: 'm-1' });
}
for (const query of queries) await ask({ model: 'm-1' }, query.replace('TOKEN', token));
for (const name of headers) await ask({ model: 'm-1' }, '', { [name]: 'other-key' });
writeFileSync(out + '/report.md', '## Summary\\n\\n' + told.join('\\n') + '\\n');
`;

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    request.on('data', (part) => (text += String(part)));
    request.on('end', () => resolve(text));
  });
}

it.each(usersHere())(
  'an agent of $name learns no key, and no key of its own gets through',
  async ({ user }) => {
    const strangers: string[] = [];
    const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const text = await bodyOf(request);
      const wire = JSON.stringify([request.url, request.rawHeaders]);
      if (wire.includes('other-key'))
        strangers.push(`${request.url} ${wire.match(/[\w-]+","other-key/)?.[0] ?? ''}`);
      const { echo } = JSON.parse(text);
      const answer = ECHOES[String(echo)];
      response.setHeader('content-type', 'application/json');
      if (answer !== undefined) await answer(response, String(request.headers['x-api-key']));
      else response.end('{"model":"m-1","usage":{"input_tokens":1,"output_tokens":1}}');
    };
    const upstream = await modelServer((request, response) => void serve(request, response));
    const repo = gitRepo({
      'ask.mjs': AGENT,
      'roundsman.yaml': `engines: { command: { endpoint: "${upstream}", api: anthropic, key: "env:MY_KEY" } }\n`,
    });
    const workspace = workspaceOf(repo, {
      env: { MY_KEY: KEY },
      ...(user === null ? {} : { user }),
    });
    const task = {
      sum: createHash('sha256').update(KEY).digest('hex'),
      length: KEY.length,
      echoes: Object.keys(ECHOES),
      queries: QUERIES,
      headers: HEADERS,
    };
    workspace.agentRoutine(
      'ask',
      [process.execPath, 'ask.mjs', JSON.stringify(task)],
      'report: { require: [summary] }\nworkspace: { isolation: private }\n',
    );
    if (user !== null)
      for (const path of [repo.path, workspace.home])
        spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
    const ran = await workspace.ask('run', 'ask', '--json');
    const view = JSON.parse(ran.stdout);
    expect([view.failure, view.credentials]).toEqual([null, 'outside']);
    const told = readReport(view).match(/echo .*: (leaked|kept)$/gm);
    expect({ told, strangers }).toEqual({
      told: Object.keys(ECHOES).map((echo) => `echo ${echo}: kept`),
      strangers: [],
    });
    expect(view.notices).toContainEqual(
      expect.stringMatching(/^127\.0\.0\.1:\d+ repeated the key in /),
    );
  },
);
