/** For the tests of carrier adapters, in any test framework. Unstable, as the port is. */
export { carrierChecks } from './features/carriers/conformance/carrier-checks.js';
export {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeBehaviour,
  type FakeRequest,
} from './features/carriers/conformance/fake-carrier-server.js';
export type { CarrierCheck, ConformanceSubject } from './features/carriers/conformance/subject.js';
