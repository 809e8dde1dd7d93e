import { objects, type Json } from '../../../../platform/http-client/json.js';
import type { CarrierDocumentType } from '../../carrier-adapter.js';
import { filesIn, unreadable } from '../translate.js';
import type { RlSettings } from './rl.settings.js';

/** R+L's names of what it retrieves; those but `Invoice` are not known for certain. */
export function retrievedType(type: CarrierDocumentType, { pod_document_type: pod }: RlSettings): string {
  return type === 'pod' ? (pod ?? 'DeliveryReceipt') : 'Invoice';
}

/** @throws CarrierFault */
export function bolIn({ BolDocument: file }: Json): Buffer[] {
  if (file === undefined) unreadable('bill of lading');
  return filesIn([file]);
}

/** One that isn't there yet is an empty list. @throws CarrierFault */
export function retrievedIn({ Documents: files }: Json): Buffer[] {
  if (!Array.isArray(files)) unreadable('documents');
  return filesIn(objects(files).map(({ Data }) => Data));
}
