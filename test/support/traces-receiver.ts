import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Value {
  stringValue?: string;
  intValue?: number;
  boolValue?: boolean;
}

/** A span as OTLP writes it in JSON. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  facts: Record<string, Value[keyof Value]>;
  links: string[];
  failed: boolean;
}

interface Sent {
  resourceSpans?: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'facts' | 'links' | 'failed'> & {
        attributes: { key: string; value: Value }[];
        links?: { traceId: string }[];
        status?: { code?: number };
      })[];
    }[];
  }[];
}

/** What a collector of OpenTelemetry takes by HTTP: JSON is read, anything else only kept. */
export class TracesReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly services = new Set<unknown>();
  readonly requests: { headers: IncomingHttpHeaders; url: string; bytes: number }[] = [];
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      this.requests.push({ headers: request.headers, url: request.url!, bytes: body.length });
      if (request.headers['content-type'] === 'application/json') this.take(JSON.parse(String(body)) as Sent);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });

  async open(): Promise<this> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The spans of one trace. */
  of(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take({ resourceSpans = [] }: Sent): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.services.add(factsOf(resource.attributes)['service.name']);
      for (const { attributes, links = [], status, ...span } of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          ...span,
          facts: factsOf(attributes),
          links: links.map(({ traceId }) => traceId),
          failed: status?.code === 2,
        });
    }
  }
}

function factsOf(attributes: { key: string; value: Value }[]): ReceivedSpan['facts'] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as string]));
}
