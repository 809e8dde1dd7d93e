import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface OtlpValue {
  stringValue?: string;
  intValue?: number;
  boolValue?: boolean;
}

/** A span in the JSON form of OTLP. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  facts: Record<string, OtlpValue[keyof OtlpValue]>;
  links: string[];
  failed: boolean;
}

interface OtlpExport {
  resourceSpans?: {
    resource: { attributes: { key: string; value: OtlpValue }[] };
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'facts' | 'links' | 'failed'> & {
        attributes: { key: string; value: OtlpValue }[];
        links?: { traceId: string }[];
        status?: { code?: number };
      })[];
    }[];
  }[];
}

/** An OpenTelemetry collector over HTTP. It parses JSON and stores other bodies as bytes. */
export class OtlpCollector {
  readonly spans: ReceivedSpan[] = [];
  readonly services = new Set<unknown>();
  readonly requests: { headers: IncomingHttpHeaders; url: string; bytes: number }[] = [];
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      this.requests.push({ headers: request.headers, url: request.url!, bytes: body.length });
      if (request.headers['content-type'] === 'application/json')
        this.collect(JSON.parse(String(body)) as OtlpExport);
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

  /** Returns the spans of one trace. */
  findSpans(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private collect({ resourceSpans = [] }: OtlpExport): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.services.add(toAttributeValues(resource.attributes)['service.name']);
      for (const { attributes, links = [], status, ...span } of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          ...span,
          facts: toAttributeValues(attributes),
          links: links.map(({ traceId }) => traceId),
          failed: status?.code === 2,
        });
    }
  }
}

function toAttributeValues(attributes: { key: string; value: OtlpValue }[]): ReceivedSpan['facts'] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as string]));
}
