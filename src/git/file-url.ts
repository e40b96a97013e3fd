/** A folder as a URL for git, which decodes percent signs: through a URL it always asks `upload-pack`. */
export function fileUrl(path: string): string {
  return `file://${path.split('/').map(encodeURIComponent).join('/')}`;
}
