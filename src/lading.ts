/**
 * What an extension is written against, and with `conformance.ts` the only file that gathers names of others: what
 * stands here is kept over minor versions, what doesn't may move any day. `docs/extending.md` walks through it.
 *
 * The carrier port (`CarrierAdapter` and its shapes) is unstable until adapters of real carriers have grown it: a minor
 * version may change it, and the changelog then says how.
 */
export { startLading, type Lading, type LadingOptions } from './start.js';
export { ladingCli } from './cli/lading-cli.js';
export { Extension, ExtensionError, type ExtensionModule } from './extension.js';
export { Config } from './config.js';
export { ConfigError } from './settings.js';

// Controllers and their shapes
export { Operation } from './http/contract/operation.js';
export { RawBody } from './http/pipeline/raw-body.js';
export { CallsOut } from './http/contract/calls-out.js';
export { Existing } from './http/contract/existing.js';
export { PathId } from './http/contract/path-id.js';
export { pdfFile } from './http/contract/pdf.js';
export { QueryFlag, QueryId } from './http/contract/query.js';
export { ForwardPageQuery, PageQuery, TwoWayPageQuery } from './http/contract/list.js';
export { Int, Kind, OneOf, SomeOf, Time } from './http/contract/answer-fields.js';
export { ShownOnce } from './http/contract/shown-once.js';
export { IsoDate } from './http/contract/dates.js';
export {
  Cents,
  Choice,
  Email,
  field,
  Flag,
  Id,
  Inches,
  ListOf,
  Nested,
  NmfcClass,
  Pounds,
  rule,
  State,
  Text,
  Whole,
  Zip,
} from './http/contract/fields.js';
export { ApiError, invalidParam } from './http/errors/api-error.js';
export { defineError, type NewError } from './http/errors/define-error.js';
export type { ErrorCode } from './http/errors/errors.js';

// Who calls, and what they may do
export { Public, TestModeOnly } from './identity/key.guard.js';
export { Scope } from './identity/scopes.js';
export { OrganizationProfiles } from './identity/organization-profiles.service.js';
export { OrganizationsService } from './identity/organizations.service.js';
export { ApiKeysService } from './identity/api-keys.service.js';
export { CurrentTenant, type Caller } from './identity/caller.js';
export type { Mode, Tenant } from './tenancy/tenant.js';

// Rows
export { Transactions } from './database/transactions.js';
export { OwnedEntity } from './tenancy/owned.entity.js';
export { Page } from './tenancy/page.js';
export { RowMissing } from './tenancy/row-missing.js';
export { OwnedRepository, sql, type Filter } from './tenancy/owned.repository.js';
export { Organization } from './identity/organization.entity.js';

// Events and jobs
export { defineEvent, type EventDefinition } from './events/define-event.js';
export type { EventOf } from './events/event.entity.js';
export { EventsService, type EventHandler } from './events/events.service.js';
export { billCreated, billUpdated } from './bills/bills.events.js';
export { customerCreated, customerUpdated } from './customers/customers.events.js';
export { bolGenerated } from './freight/papers/bol.events.js';
export {
  SHIPMENT_EVENTS,
  shipmentBooked,
  shipmentCancelled,
  shipmentDelivered,
  shipmentException,
  shipmentInTransit,
  shipmentOutForDelivery,
  shipmentPickedUp,
} from './freight/shipment/shipment.events.js';
export {
  invoiceCreated,
  invoiceOverdue,
  invoicePaid,
  invoiceUpdated,
  invoiceVoided,
} from './invoices/invoices.events.js';
export { quoteCreated, quoteExpired } from './quotes/quotes.events.js';
export { SandboxModule } from './sandbox/sandbox.module.js';
export { Simulations, type Simulation } from './sandbox/simulations/simulations.js';
export { Rounds } from './queue/rounds.js';

// Carriers
export {
  CARRIER_DOCUMENTS,
  CarrierDeclined,
  CarrierFault,
  requireCodes,
  type CarrierAccount,
  type CarrierAdapter,
  type CarrierDocumentType,
  type CarrierFacts,
  type RawRate,
  type RawScan,
  type RawTender,
  type RawTracking,
} from './carriers/carrier-adapter.js';
export type {
  BillingParty,
  BookedFreight,
  EmergencyContact,
  Party,
  PaymentTerms,
  PickupWindow,
  Place,
  RateItem,
  RateRequest,
  TenderRequest,
} from './carriers/carrier-requests.js';
export { ACCESSORIALS, type Accessorial } from './vocabulary/accessorials.js';
export type { Charge, ChargeType } from './vocabulary/charges.js';
export type { Day } from './vocabulary/days.js';
export type { FreightClass } from './vocabulary/freight-classes.js';
export type { Hazmat } from './vocabulary/hazmat.js';
export type { LimitedAccess, LimitedAccessKind } from './vocabulary/limited-access.js';
export type { TrackingStatus } from './vocabulary/tracking-status.js';
export { statusOfCode, type CodeSystem } from './vocabulary/scan-codes.js';
export { UNIT_TYPES, type UnitType } from './vocabulary/unit-types.js';
export { Setting } from './carriers/setting.js';
export { HeaderName } from './carriers/header-name.js';
export { InjectableAdapter } from './carriers/injectable-adapter.js';

// Address verifiers
export {
  InjectableVerifier,
  type AddressVerifier,
  type PostalAddress,
  type Verdict,
} from './addresses/verifiers/verifier.js';

// Calls to carriers and verifiers
export { AccessToken } from './outbound/access-token.js';
export { callOut, type HttpAnswer } from './outbound/http-client.js';
export type { Json } from './outbound/json.js';
export { OutboundFault } from './outbound/outbound-fault.js';

// Documents
export { DocumentRenderer, DocumentTemplate } from './documents/renderer.js';
