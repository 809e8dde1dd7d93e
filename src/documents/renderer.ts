import { Injectable } from '@nestjs/common';
import Handlebars from 'handlebars';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BolDocument } from './bol-document.js';
import { Browser } from './browser.js';
import { fontCss } from './fonts.js';
import type { InvoiceDocument } from './invoice-document.js';
import type { LabelsDocument } from './labels-document.js';
import { HELPERS } from './template-helpers.js';

/** The documents by the name of their template. */
export interface Documents {
  bol: BolDocument;
  labels: LabelsDocument;
  invoice: InvoiceDocument;
}

/** Every template is `<name>.hbs` with its style `<name>.css`, beside what all share. */
const TITLES: Record<keyof Documents, string> = {
  bol: 'Bill of Lading',
  labels: 'Labels',
  invoice: 'Invoice',
};
const PARTIALS = ['badges', 'party', 'watermark', 'bol-columns', 'bol-lines', 'bol-totals', 'bol-closing'];

/** Turns the data of a document into a PDF. Text from users is always escaped: it can only come out as text. */
@Injectable()
export class DocumentRenderer {
  private readonly handlebars = Handlebars.create();
  private readonly layout = this.compile('layout');
  private readonly templates = {
    bol: this.compile('bol'),
    labels: this.compile('labels'),
    invoice: this.compile('invoice'),
  };
  private readonly styles = {
    bol: read('base.css') + read('bol.css'),
    labels: read('base.css') + read('labels.css'),
    invoice: read('base.css') + read('invoice.css'),
  };

  constructor(private readonly browser: Browser) {
    this.handlebars.registerHelper(HELPERS);
    for (const name of PARTIALS) this.handlebars.registerPartial(name, read(`${name}.hbs`));
  }

  /** The PDF of one document. */
  async render<Name extends keyof Documents>(name: Name, data: Documents[Name]): Promise<Buffer> {
    return this.browser.pdf(this.html(name, data));
  }

  /** The page that is printed, complete in itself: no other file or address is needed to show it. */
  html<Name extends keyof Documents>(name: Name, data: Documents[Name]): string {
    const body = this.templates[name](data);
    return this.layout({ title: TITLES[name], fonts: fontCss(body), style: this.styles[name], body });
  }

  private compile(name: string): Handlebars.TemplateDelegate {
    return this.handlebars.compile(read(`${name}.hbs`), { strict: true });
  }
}

function read(name: string): string {
  return readFileSync(fileURLToPath(new URL(`./templates/${name}`, import.meta.url)), 'utf8');
}
