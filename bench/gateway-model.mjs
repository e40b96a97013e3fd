// A model that answers at once: what is measured is the way there.
import { createServer } from 'node:http';

const ANSWER = `event: message_start\ndata: ${JSON.stringify({ type: 'message_start', message: { model: 'm', usage: { input_tokens: 9, output_tokens: 1 } } })}\n\nevent: message_delta\ndata: ${JSON.stringify({ type: 'message_delta', usage: { output_tokens: 9 } })}\n\n`;

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(ANSWER);
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
