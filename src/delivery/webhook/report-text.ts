/**
 * A report as plain text, for where no Markdown is shown: without marks, comments and pictures, and with the address
 * behind each link's words. What comes out is as hostile as what went in.
 */
export function reportText(markdown: string): string {
  return markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^[ \t]*(```|~~~)[^\n]*$/gm, '')
    .replace(/^#{1,6}[ \t]+(.*?)[ \t]*#*$/gm, '$1')
    .replace(/^([ \t]*)[-*+][ \t]+/gm, '$1• ')
    .replace(/!\[([^\]\n]{0,500})\]\([^()\n]{0,2000}\)/g, '$1')
    .replace(/\[([^\]\n]{0,500})\]\(([^()\s]{1,2000})[^()\n]{0,200}\)/g, '$1 ($2)')
    .replace(/(\*\*|__)(?=\S)([^\n]{0,1000}?\S)\1/g, '$2')
    .replace(/`([^`\n]{1,500})`/g, '$1')
    .replace(/\\([\\`*_{}[\]<>#|~$])/g, '$1')
    .replace(/<\/?(details|summary|br|p|div|span)\b[^<>\n]{0,200}>/gi, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
