/** What needs a person, most urgent first. */
import type { PageCall, ShownPage } from '../contract.ts';
import { html } from '../html.ts';

export async function showInbox({ workspace }: PageCall): Promise<ShownPage> {
  const { views } = await workspace.runs.listViews({ limit: 20 });
  return {
    kind: 'page',
    section: 'inbox',
    title: 'Inbox',
    body: html`<h1>Inbox</h1>
      <ul>
        ${views.map(({ routine, id }) => html`<li>${routine} ${id}</li>`)}
      </ul>`,
  };
}
