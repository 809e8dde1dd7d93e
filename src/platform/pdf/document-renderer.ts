import { Injectable } from '@nestjs/common';
import Handlebars from 'handlebars';
import { existsSync, readFileSync } from 'node:fs';
import { Extensions } from '../../config/extension.js';
import { markNumbersLeftToRight } from './bidi.js';
import type { BolDocument } from './bol-document.js';
import { buildBolView } from './bol-view.js';
import { buildFontCss } from './fonts.js';
import type { InvoiceDocument } from './invoice-document.js';
import type { LabelsDocument } from './labels-document.js';
import { Printer, type PrintJob } from './printer.js';
import { TEMPLATE_HELPERS } from './template-helpers.js';

/** A kind of document: `<name>.hbs` with its style `<name>.css`, which print `Data`. Extensions make their own. */
export class DocumentTemplate<Data extends object> {
  /** Only a type: what the template prints. */
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
};
const PARTIALS = [
  'accent',
  'badges',
  'party',
  'watermark',
  'bol-columns',
  'bol-lines',
  'bol-orders',
  'bol-totals',
  'bol-closing',
];
/**
 * What was stored before the API refused it (line breaks stay), and the marks that ask for a coloured emoji or a keycap:
 * paper is black, and with them Chromium looks for fonts beyond ours.
 */
const UNPRINTABLE = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]|\ufe0e|\ufe0f|\u20e3/gu;
const CORE_FOLDER = new URL('./templates/', import.meta.url);

/** A document of the core by its name, or one of an extension's own. */
type DocumentKind = keyof typeof CORE_TEMPLATES | DocumentTemplate<object>;
type TemplateData<T extends DocumentKind> =
  (T extends keyof typeof CORE_TEMPLATES ? (typeof CORE_TEMPLATES)[T] : T) extends DocumentTemplate<
    infer Data
  >
    ? Data
    : never;

/** A template ready for use, with its style. */
interface PreparedTemplate {
  body: Handlebars.TemplateDelegate;
  style: string;
}

/** The core's data are plain values; what an extension prints may hold more than their text says. */
function buildCacheKey(document: DocumentKind, data: object): string | undefined {
  return typeof document === 'string' ? `${document} ${JSON.stringify(data)}` : undefined;
}

/** Turns the data of a document into a PDF. Text from users is always escaped: it can only come out as text. */
@Injectable()
export class DocumentRenderer {
  private readonly handlebars = Handlebars.create();
  private readonly folders: readonly URL[];
  private readonly layout: Handlebars.TemplateDelegate;
  private readonly prepared = new Map<string, PreparedTemplate>();

  /** A file of an extension stands in place of the core's of the same name, a partial's too. */
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

  /** The PDF of one document. @throws ApiError pdf_busy */
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

  /** The page that is printed, complete in itself: no other file or address is needed to show it. */
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
    const prepared = { body: this.compile(name), style: this.read('base.css') + this.read(`${name}.css`) };
    this.prepared.set(name, prepared);
    return prepared;
  }

  private compile(name: string): Handlebars.TemplateDelegate {
    return this.handlebars.compile(this.read(`${name}.hbs`), { strict: true });
  }

  private read(name: string): string {
    const files = this.folders.map((folder) => new URL(name, folder));
    return readFileSync(files.find((file) => existsSync(file)) ?? files.at(-1)!, 'utf8');
  }
}
