/** Markdown of agents as HTML, for whoever shows it. */
export { markdownHtml, withoutFrontMatter } from '../reports/markdown-html.ts';
