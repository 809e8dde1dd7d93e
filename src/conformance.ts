/** For the tests of carrier adapters, in any test framework. Unstable, as the port is. */
export { carrierChecks } from './carriers/conformance/carrier-checks.js';
export {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeBehaviour,
  type FakeRequest,
} from './carriers/conformance/fake-carrier-server.js';
export type { CarrierCheck, ConformanceSubject } from './carriers/conformance/subject.js';
