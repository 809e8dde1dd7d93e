import { Injectable } from '@nestjs/common';
import Handlebars from 'handlebars';
import { existsSync, readFileSync } from 'node:fs';
import { Extensions } from '../../config/extension.js';
import type { BolDocument } from './bol-document.js';
import { buildBolView } from './bol-view.js';
import type { CommercialInvoiceDocument } from './commercial-invoice-document.js';
import { buildFontCss } from './fonts.js';
import type { InvoiceDocument } from './invoice-document.js';
import type { LabelsDocument } from './labels-document.js';
import { Printer, type PrintJob } from './printer.js';
import type { StatementDocument } from './statement-document.js';
import { markNumbersLeftToRight, TEMPLATE_HELPERS } from './template-helpers.js';

/** A document type with the template `<name>.hbs` and the style `<name>.css`. Extensions define their own. */
export class DocumentTemplate<Data extends object> {
  /** Exists only as a type: the data of the template. */
  declare readonly data: Data;

  constructor(
    readonly name: string,
    readonly title: string,
  ) {}
}

const CORE_TEMPLATES = {
  bol: new DocumentTemplate<BolDocument>('bol', 'Bill of Lading'),
  labels: new DocumentTemplate<LabelsDocument>('labels', 'Labels'),
  invoice: new DocumentTemplate<InvoiceDocument>('invoice', 'Invoice'),
  'commercial-invoice': new DocumentTemplate<CommercialInvoiceDocument>(
    'commercial-invoice',
    'Commercial Invoice',
  ),
  statement: new DocumentTemplate<StatementDocument>('statement', 'Statement of Account'),
};
const PARTIALS = [
  'accent',
  'badges',
  'issuer',
  'party',
  'watermark',
  'bol-columns',
  'bol-lines',
  'bol-orders',
  'bol-totals',
  'bol-closing',
];
/**
 * Control and direction characters in data from before the API rejected them, and variation selectors, for which Chromium
 * would look for fonts that are not embedded.
 */
const UNPRINTABLE = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]|\ufe0e|\ufe0f|\u20e3/gu;
const CORE_FOLDER = new URL('./templates/', import.meta.url);

type DocumentKind = keyof typeof CORE_TEMPLATES | DocumentTemplate<object>;
type TemplateData<T extends DocumentKind> =
  (T extends keyof typeof CORE_TEMPLATES ? (typeof CORE_TEMPLATES)[T] : T) extends DocumentTemplate<
    infer Data
  >
    ? Data
    : never;

interface PreparedTemplate {
  body: Handlebars.TemplateDelegate;
  style: string;
}

/** Only core documents are cached: the data of an extension may have state that JSON does not show. */
function buildCacheKey(document: DocumentKind, data: object): string | undefined {
  return typeof document === 'string' ? `${document} ${JSON.stringify(data)}` : undefined;
}

/** Renders documents as PDF. Templates escape all text from users. */
@Injectable()
export class DocumentRenderer {
  private readonly handlebars = Handlebars.create();
  private readonly folders: readonly URL[];
  private readonly layout: Handlebars.TemplateDelegate;
  private readonly prepared = new Map<string, PreparedTemplate>();

  /** A file of an extension replaces the core file of the same name, including partials. */
  constructor(
    private readonly printer: Printer,
    { templateFolders }: Extensions,
  ) {
    this.folders = [...templateFolders, CORE_FOLDER];
    this.layout = this.compile('layout');
    this.handlebars.registerHelper(TEMPLATE_HELPERS);
    for (const name of PARTIALS) this.handlebars.registerPartial(name, this.read(`${name}.hbs`));
    for (const { name } of Object.values(CORE_TEMPLATES)) this.prepare(name);
  }

  /** @throws ApiError pdf_busy */
  async render<T extends DocumentKind>(
    document: T,
    data: TemplateData<T>,
    job: PrintJob = {},
  ): Promise<Buffer> {
    return this.printer.printPdf(async () => this.html(document, data), {
      ...job,
      cacheKey: buildCacheKey(document, data),
    });
  }

  /** Returns a self-contained page. */
  html<T extends DocumentKind>(document: T, data: TemplateData<T>): string {
    const { name, title } =
      typeof document === 'string' ? CORE_TEMPLATES[document as keyof typeof CORE_TEMPLATES] : document;
    const { body: template, style } = this.prepared.get(name) ?? this.prepare(name);
    const body = template(
      name === CORE_TEMPLATES.bol.name ? buildBolView(data as BolDocument) : data,
    ).replace(UNPRINTABLE, '');
    return this.layout({ title, fonts: buildFontCss(body), style, body: markNumbersLeftToRight(body) });
  }

  private prepare(name: string): PreparedTemplate {
    const prepared = { body: this.compile(name), style: this.readStyle('base') + this.readStyle(name) };
    this.prepared.set(name, prepared);
    return prepared;
  }

  private compile(name: string): Handlebars.TemplateDelegate {
    return this.handlebars.compile(this.read(`${name}.hbs`), { strict: true });
  }

  /** Inserts the files that the style imports, because a page loads nothing. */
  private readStyle(name: string): string {
    return this.read(`${name}.css`).replace(/@import '([\w-]+)\.css';/g, (_, imported: string) =>
      this.readStyle(imported),
    );
  }

  private read(name: string): string {
    const files = this.folders.map((folder) => new URL(name, folder));
    return readFileSync(files.find((file) => existsSync(file)) ?? files.at(-1)!, 'utf8');
  }
}
