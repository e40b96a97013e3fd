/** Who is let in to ask at all: by account, by name, and by the head of the request. */
import type { HttpAnswer, HttpHead } from '../../platform/http-server.ts';
import { ownUid, userOfPeer, type HttpPeer } from '../../platform/peer-user.ts';
import type { PageSettings } from '../../routines/definition-context.ts';
import { shownAddress } from '../bind-page.ts';
import { html } from '../html.ts';
import { ownPath } from '../links.ts';
import { HTML_TYPE, SAFE_HEADERS } from './answer-headers.ts';
import { checkHead, checkPeer, headerOf, type Refusal, checkProxy } from './check-head.ts';

interface Gate {
  /** No request is admitted before this call. */
  open(host: string, port: number): void;
  /** `null`: let in. */
  check(head: HttpHead, peer: HttpPeer): HttpAnswer | null;
}

export function openGate(
  { hosts: named, people }: Pick<PageSettings, 'hosts' | 'people'>,
  token: string | null,
): Gate {
  const given =
    people === null || people.url === null ? named : [...named, new URL(people.url).host];
  const hosts = new Set<string>();
  const others = new Set<string>();
  let canonical = '';
  // Behind a proxy, or where people log in by a token, all come from other accounts.
  const isForOne = token === null && given.length === 0 && people === null;
  const by = people?.by.kind === 'header' ? people.by : null;
  const own = ownUid();
  // Once a connection: the kernel walks through all of its tables.
  const users = new WeakMap<HttpPeer, Refusal | null>();
  return {
    open: (host, port) => {
      canonical = shownAddress(host, port).toLowerCase();
      hosts.add(canonical);
      for (const one of given) hosts.add(one.toLowerCase());
      for (const one of otherNames(host, port)) if (!hosts.has(one)) others.add(one);
    },
    check: (head, peer) => {
      if (isForOne && !users.has(peer))
        users.set(peer, checkPeer(userOfPeer(peer), own, peer.address));
      const stranger = users.get(peer) ?? null;
      if (stranger !== null) return refused(stranger);
      const direct = by === null ? null : checkProxy(peer.address, by);
      if (direct !== null) return refused(direct);
      if (head.method === 'GET' && others.has(headerOf(head, 'host')?.toLowerCase() ?? ''))
        return moved(`http://${canonical}${ownPath(head.target)}`);
      const refusal = checkHead(head, { hosts });
      return refusal === null ? null : refused(refusal);
    },
  };
}

export function refused({ status, text, allow, goOn }: Refusal | OwnTrouble): HttpAnswer {
  const more = allow === undefined ? {} : { allow };
  if (goOn === undefined) {
    const type = { 'content-type': 'text/plain; charset=utf-8' };
    return { status, headers: { ...SAFE_HEADERS, ...type, ...more }, body: `${text}\n` };
  }
  const body = html`<!doctype html>
    <title>From another page · Roundsman</title>
    <p>Another page led here.</p>
    <p><a href="${goOn}">Go on to ${goOn}</a>, if that is what you meant.</p> `;
  const headers = { ...SAFE_HEADERS, 'content-type': HTML_TYPE };
  return { status, headers, body: body.toString() };
}

type OwnTrouble = Pick<Refusal, 'text' | 'allow' | 'goOn'> & { readonly status: 413 | 500 };

function moved(to: string): HttpAnswer {
  return { status: 307, headers: { ...SAFE_HEADERS, location: to }, body: '' };
}

/**
 * What else a browser of this machine may call it: it is sent on, for the cookie is of one name. A program that is shown
 * without a sandbox is at `localhost`.
 */
function otherNames(host: string, port: number): readonly string[] {
  if (host === '127.0.0.1' || host === 'localhost' || host === '::1')
    return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  return [];
}
