/** Checks for tests of carrier adapters, for any test framework. Unstable, like the carrier port. */
export { carrierChecks } from './features/carriers/conformance/carrier-checks.js';
export {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeBehaviour,
  type FakeRequest,
} from './features/carriers/conformance/fake-carrier-server.js';
export type { CarrierCheck, ConformanceSubject } from './features/carriers/conformance/subject.js';
