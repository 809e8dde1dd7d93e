import { Test } from '@nestjs/testing';
import type {
  BolDocument,
  BolLine,
  DocumentIssuer,
  DocumentParty,
} from '../../src/platform/pdf/bol-document.js';
import { ChromiumPrinter, ChromiumPrinterSettings } from '../../src/platform/pdf/chromium-printer.js';
import { Printer } from '../../src/platform/pdf/printer.js';
import { DocumentRenderer } from '../../src/platform/pdf/document-renderer.js';
import { Extensions } from '../../src/config/extension.js';

/** Opens the renderer and its browser without the service. */
export async function openPdfRenderer() {
  const settings: ChromiumPrinterSettings = { chromiumPath: process.env.CHROMIUM_PATH };
  const module = await Test.createTestingModule({
    providers: [
      { provide: ChromiumPrinterSettings, useValue: settings },
      { provide: Extensions, useValue: new Extensions() },
      ChromiumPrinter,
      { provide: Printer, useExisting: ChromiumPrinter },
      DocumentRenderer,
    ],
  }).compile();
  const browser = module.get(ChromiumPrinter);
  await browser.printPdf('<p>Chromium may have to be unpacked first</p>');
  return { renderer: module.get(DocumentRenderer), browser, settings, close: () => module.close() };
}

export const buildParty = (values: Partial<DocumentParty>): DocumentParty => ({
  company: '',
  contact: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  email: '',
  ...values,
});

export const buildBolLine = (values: Partial<BolLine> = {}): BolLine => ({
  handlingUnits: 2,
  handlingUnitType: 'Pallet',
  pieces: 40,
  packageType: 'Carton',
  weight: 1250,
  hazmat: false,
  hazmatDescription: '',
  description: 'Ceramic floor tile',
  nmfc: '47500-02',
  freightClass: '77.5',
  length: 48,
  width: 40,
  height: 52,
  ...values,
});

export const sampleIssuer: DocumentIssuer = {
  party: buildParty({ company: 'Lading Demo Logistics' }),
  logo: '',
  color: '',
};

export const buildBol = (values: Partial<BolDocument> = {}): BolDocument => ({
  issuer: sampleIssuer,
  state: 'final',
  test: false,
  bolNumber: '06141411234567890',
  issuedAt: '2025-11-21T09:00:00Z',
  carrier: { name: 'Example Freight Lines', scac: 'EXFL' },
  proNumber: '123456789',
  pickupDate: '2025-11-24',
  quoteNumber: 'Q-2025-004711',
  serviceLevel: 'LTL Standard',
  terms: 'third_party',
  shipFrom: buildParty({ company: 'Fulton Office Tiles', address: '1200 W Fulton Market', city: 'Chicago' }),
  shipTo: buildParty({ company: 'Sovereign Retail', address: '8800 Sovereign Row', city: 'Dallas' }),
  billTo: { ...buildParty({ company: 'Third Party Logistics LLC' }), account: 'TPL-77' },
  emergency: null,
  specialInstructions: 'Dock closes at 15:30.',
  references: [{ name: 'PO', value: '4500098123' }],
  orders: [{ number: '4500098123', packages: 80, weight: 2500, palletized: true, note: 'Deliver complete' }],
  lines: [buildBolLine(), buildBolLine({ description: 'Display stands', freightClass: '150', weight: 1300 })],
  accessorials: [{ code: 'LFTD', label: 'Liftgate at delivery' }],
  codCents: null,
  declaredValueCents: 1250000,
  totals: { handlingUnits: 4, pieces: 80, packages: 80, orderedWeight: 2500, weight: 2550 },
  ...values,
});
