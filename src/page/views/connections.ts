/** The connections of roundsman.yaml: where each leads, who uses it, and whether its credentials are there. No one is contacted. */
import { knownConnections, type KnownConnection } from '../../daemon/connect/known-connections.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { routineLink } from '../links.ts';
import { empty, heading, table, tag, type Column } from '../parts/pieces.ts';

export async function showConnections({ workspace }: PageCall): Promise<ShownPage> {
  const { connections } = await knownConnections(workspace);
  return {
    kind: 'page',
    section: 'connections',
    title: 'Connections',
    body: html`${heading({
      title: 'Connections',
      about: html`As <code>roundsman.yaml</code> defines them. <code>roundsman connect NAME</code> tests one.`,
    })}${
      connections.length === 0
        ? empty(
            'No connection is defined.',
            html`A connection is a tracker, a mailbox, a webhook or a forge that routines read from or
              write to. Define one in <code>roundsman.yaml</code>, for example
              <code>connections: { github: { kind: github, token: env:GITHUB_TOKEN } }</code>, and
              test it with <code>roundsman connect github</code>.`,
          )
        : table('Connections', COLUMNS, connections)
    }`,
  };
}

const COLUMNS: readonly Column<KnownConnection>[] = [
  { title: 'Connection', cell: ({ connection }) => html`<b>${connection.name}</b>` },
  { title: 'Kind', cell: ({ connection }) => connection.kind },
  { title: 'Where', cell: ({ where }) => where, kind: 'wide' },
  { title: 'Credentials', cell: credentialsOf },
  {
    title: 'Used by',
    kind: 'less',
    cell: ({ usedBy }) =>
      html`${usedBy.map((id) => html`<a href="${routineLink(id)}">${id}</a> `)}`,
  },
];

function credentialsOf({ credentials }: KnownConnection): Html {
  return html`${credentials.map(({ place, found }) =>
    found === null
      ? html`${tag(place)} `
      : html`${tag(`${place}: ${found ? 'set' : 'missing'}`, found ? 'good' : 'bad')} `,
  )}`;
}
