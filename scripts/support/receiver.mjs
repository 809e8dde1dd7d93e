/** A webhook receiver on loopback that accepts every request. */
import { createServer } from 'node:http';

export async function startReceiver() {
  const server = createServer((request, response) => request.resume().once('end', () => response.end()));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/freight`, stop: () => server.close() };
}
