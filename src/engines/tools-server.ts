/** What engines are told that our server of tools is called. */
export const TOOLS_SERVER = 'roundsman';
