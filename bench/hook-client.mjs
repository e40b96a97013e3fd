// Sends signed webhooks at a concurrency, and says which of them got 202.
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';

export const SECRET = 'lamps-along-the-quay';

export async function sendHooks({ port, count, concurrency }) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const accepted = new Set();
  const failures = [];
  const durations = [];
  let next = 0;
  const sender = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      const started = performance.now();
      const status = await send({ agent, port, n }).catch(String);
      durations.push(performance.now() - started);
      if (status === 202) accepted.add(`msg_${n}`);
      else failures.push(status);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
  agent.destroy();
  return { accepted, failures, durations };
}

/** Every other one by each scheme. */
function send({ agent, port, n }) {
  const body = JSON.stringify({ type: 'load', n, text: 'x'.repeat(500) });
  const id = `msg_${n}`;
  const at = String(Math.floor(Date.now() / 1_000));
  const signed = (text, form) => createHmac('sha256', SECRET).update(text).digest(form);
  const standard = n % 2 === 0;
  const headers = standard
    ? {
        'webhook-id': id,
        'webhook-timestamp': at,
        'webhook-signature': `v1,${signed(`${id}.${at}.${body}`, 'base64')}`,
      }
    : {
        'x-github-event': 'push',
        'x-github-delivery': id,
        'x-hub-signature-256': `sha256=${signed(body, 'hex')}`,
      };
  return new Promise((resolve, reject) => {
    const message = request({
      agent,
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/hooks/${standard ? 'by-standard' : 'by-github'}`,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    });
    message.on('error', reject);
    message.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', reject);
    });
    message.end(body);
  });
}
