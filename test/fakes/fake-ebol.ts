import {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeRequest,
} from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { buildEbolShape } from './ebol-shape.js';
import { buildFakePdf, ShapeError } from './request-shape.js';

export const EBOL_ACCOUNT = {
  username: 'ann@acme.example',
  password: 'ebol-password-of-a-fake',
  account: '12345678',
};
export const EBOL_KEY = 'ebol-key-of-a-fake-account';

/** Accepts NMFTA's eBOL 2.1.0 at the standard's paths and authenticates in each way that carriers do. */
export class FakeEbol extends FakeCarrierServer {
  /** PRO numbers of bills of lading that are cancelled. */
  readonly cancelled = new Set<string>();
  private tokens = 0;
  private readonly pros: { reference: string; pro: string }[] = [];

  get tokenUrl(): string {
    return `${this.url}/auth/v1.0/token`;
  }

  override bookings(reference: string): number {
    return this.pros.filter((booked) => booked.reference === reference).length;
  }

  protected override misbehavesAt({ path }: FakeRequest): boolean {
    return !path.endsWith('/token');
  }

  /** Answers requests beyond the standard. */
  protected answerOther(_request: FakeRequest): FakeAnswer {
    return { status: 404, body: { message: 'No such resource' } };
  }

  protected override answer(request: FakeRequest, declines: boolean): FakeAnswer {
    const { method, path, headers, body } = request;
    const isUser = headers.authorization === BASIC;
    if (method === 'GET' && path === '/auth/v1.0/token') {
      return isUser ? { status: 200, body: { sessionToken: `ebol-token-${++this.tokens}` } } : refused();
    }
    const known = isUser || headers.authorization === `Bearer ebol-token-${this.tokens}`;
    if (!known && headers.apikey !== EBOL_KEY) return refused();
    try {
      if (declines) throw new ShapeError('destination', 'We do not serve this place.');
      if (method === 'POST' && path === '/bol/v1/app/') return this.book(JSON.parse(body));
      const [, pro] = /^\/bol\/v1\/app\/(\d+)$/.exec(path) ?? [];
      if (method === 'DELETE' && pro) return this.cancel(pro);
      return this.answerOther(request);
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      return { status: 400, body: buildMessage('FAIL', `${error.field}: ${error.message}`) };
    }
  }

  /** Books every request, repeated ones too. */
  protected book(request: unknown): FakeAnswer {
    buildEbolShape('2.1.0')(request, 'request');
    const { bol, images, referenceNumbers } = request as {
      bol: { isTest: boolean };
      images: { includeBol: boolean };
      referenceNumbers: { bol: string[] };
    };
    const pro = String(10_234_567_890 + this.pros.length);
    if (!bol.isTest) this.pros.push({ reference: referenceNumbers.bol[0]!, pro });
    const printed = images.includeBol ? { bol: buildFakePdf(`BOL ${pro}`) } : {};
    return { status: 200, body: { ...buildMessage('PASS', ''), referenceNumbers: { pro }, images: printed } };
  }

  protected cancel(pro: string): FakeAnswer {
    const known = this.pros.some((booked) => booked.pro === pro) && !this.cancelled.has(pro);
    if (!known) return { status: 404, body: buildMessage('FAIL', 'No such bill of lading') };
    this.cancelled.add(pro);
    return { status: 200, body: buildMessage('PASS', '') };
  }
}

const BASIC = `Basic ${Buffer.from(`${EBOL_ACCOUNT.username}:${EBOL_ACCOUNT.password}`).toString('base64')}`;

function buildMessage(status: string, message: string): object {
  const messageStatus = { status, code: '10000000', message, resolution: '', information: [] };
  return { version: '2.1.0', transactionDate: '2026-12-01T00:00:00.000', scac: 'ODFL', messageStatus };
}

function refused(): FakeAnswer {
  return { status: 401, body: { message: 'Unauthorized' } };
}
