/**
 * The API for extensions (docs/how-to/extending.md). Exports of this file and of `conformance.ts` stay compatible across minor
 * versions; everything else may change at any time. The carrier port (`CarrierAdapter` and its types) is unstable: a
 * minor version may change it, and the changelog then says how.
 */
export { startLading, type Lading, type LadingOptions } from './app/server.js';
export { ladingCli } from './app/cli/lading-cli.js';
export { Extension, ExtensionError, type ExtensionModule } from './config/extension.js';
export { Config } from './config/config.js';
export { ConfigError } from './config/env.js';

// Controllers and their shapes
export { Operation } from './platform/http/contract/operation.js';
export { RawBody } from './platform/http/pipeline/raw-body.js';
export {
  ManagesOwnTransaction /** @deprecated Use ManagesOwnTransaction. */,
  ManagesOwnTransaction as CallsOut,
} from './platform/http/contract/handler-options.js';
export { Existing } from './platform/http/contract/handler-results.js';
export { PathId } from './platform/http/contract/path-id.js';
export { pdfFile } from './platform/http/contract/handler-results.js';
export { QueryFlag, QueryId } from './platform/http/contract/query-fields.js';
export { ForwardPageQuery, PageQuery, TwoWayPageQuery } from './platform/http/contract/list.js';
export { Int, Kind, OneOf, SomeOf, Time } from './platform/http/contract/response-fields.js';
export { ShownOnce } from './platform/http/contract/handler-options.js';
export { IsoDate } from './platform/http/contract/dates.js';
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
  Text,
  Whole,
} from './platform/http/contract/fields.js';
export { CountryCode, State, Zip } from './platform/http/contract/place-fields.js';
export { ApiError, invalidParam } from './platform/http/errors/api-error.js';
export { defineError, type NewError } from './platform/http/errors/define-error.js';
export type { ErrorCode } from './platform/http/errors/errors.js';

// Authentication and authorization
export { Public, TestModeOnly } from './platform/auth/key.guard.js';
export { Scope } from './platform/auth/scopes.js';
export { OrganizationProfiles } from './platform/auth/organization-profiles.js';
export { OrganizationsService } from './platform/auth/organizations.service.js';
export { ApiKeysService } from './platform/auth/api-keys.service.js';
export {
  CurrentCaller,
  /** @deprecated Use CurrentCaller. */
  CurrentCaller as CurrentTenant,
  type Caller,
} from './platform/auth/caller.js';
export type { Mode, Tenant } from './platform/tenancy/tenant.js';

// Persistence
export { Transactions } from './platform/database/transactions.js';
export { OwnedEntity } from './platform/tenancy/owned.entity.js';
export { Page } from './platform/tenancy/page.js';
export { RowMissing } from './platform/tenancy/errors.js';
export { OwnedRepository, sql, type Filter } from './platform/tenancy/owned.repository.js';
export { Organization } from './platform/auth/organization.entity.js';

// Events and jobs
export { defineEvent, type EventDefinition } from './features/events/define-event.js';
export type { EventOf } from './features/events/event.entity.js';
export { EventsService, type EventHandler } from './features/events/events.service.js';
export { billCreated, billUpdated } from './features/bills/bills.events.js';
export { customerCreated, customerUpdated } from './features/customers/customers.events.js';
export { bolGenerated } from './features/freight/bol/bol.events.js';
export {
  SHIPMENT_EVENTS,
  shipmentBooked,
  shipmentCancelled,
  shipmentDelivered,
  shipmentException,
  shipmentInTransit,
  shipmentOutForDelivery,
  shipmentPickedUp,
} from './features/freight/record/freight.events.js';
export {
  invoiceCreated,
  invoiceOverdue,
  invoicePaid,
  invoiceUpdated,
  invoiceVoided,
} from './features/invoices/invoices.events.js';
export { quoteCreated, quoteExpired } from './features/quotes/quotes.events.js';
export { SandboxModule } from './features/sandbox/sandbox.module.js';
export { Simulations, type Simulation } from './features/sandbox/simulations/simulations.js';
export { PeriodicJob } from './platform/jobs/periodic-jobs.js';
export { Rounds } from './platform/jobs/rounds.js';

// Carriers
export {
  CARRIER_DOCUMENTS,
  CarrierDeclined,
  CarrierFault,
  CarrierUnsure,
  requireCodes,
  type CarrierAccount,
  type CarrierAdapter,
  type CarrierDocumentType,
  type CarrierFacts,
  type RawPickup,
  type RawRate,
  type RawScan,
  type RawTender,
  type RawTracking,
  type UnratedLevel,
} from './features/carriers/carrier-adapter.js';
export {
  requireAnswer,
  requireCanceled,
  requireDone,
  type CarrierRefusal,
} from './features/carriers/carrier-answers.js';
export type {
  BillingParty,
  BookedFreight,
  EmergencyContact,
  Party,
  PaymentTerms,
  PickupRequest,
  PickupWindow,
  Place,
  RateItem,
  RateRequest,
  TenderRequest,
} from './features/carriers/carrier-requests.js';
export { ACCESSORIALS, type Accessorial } from './domain/accessorials.js';
export type { Charge, ChargeType } from './domain/charges.js';
export type { Day } from './domain/days.js';
export type { FreightClass } from './domain/freight-classes.js';
export type { Hazmat } from './domain/hazmat.js';
export type { LimitedAccess, LimitedAccessKind } from './domain/limited-access.js';
export type { TrackingStatus } from './domain/tracking-status.js';
export { statusOfCode, type CodeSystem } from './domain/scan-codes.js';
export { UNIT_TYPES, type UnitType } from './domain/unit-types.js';
export { Setting } from './features/carriers/setting.js';
export { HeaderName } from './features/carriers/setting.js';
export { InjectableAdapter } from './features/carriers/carrier-adapter.js';

// Address verifiers
export {
  InjectableVerifier,
  type AddressVerifier,
  type PostalAddress,
  type Verdict,
} from './features/addresses/verifiers/verifier.js';

// Calls to carriers and verifiers
export { AccessToken } from './platform/http-client/access-token.js';
export { callOut, type HttpAnswer } from './platform/http-client/http-client.js';
export type { Json } from './platform/http-client/json.js';
export { OutboundFault } from './platform/http-client/outbound-fault.js';

// Documents
export { DocumentRenderer, DocumentTemplate } from './platform/pdf/document-renderer.js';
