import { toObjects, type Json } from '../../../../platform/http-client/json.js';
import type { CarrierDocumentType } from '../../carrier-adapter.js';
import { decodeFiles, throwUnreadable } from '../adapter-helpers.js';
import type { RlSettings } from './rl.settings.js';

/** R+L's names of what it retrieves; those but `Invoice` are not known for certain. */
export function toRlDocumentType(type: CarrierDocumentType, { pod_document_type: pod }: RlSettings): string {
  return type === 'pod' ? (pod ?? 'DeliveryReceipt') : 'Invoice';
}

/** @throws CarrierFault */
export function parseRlBol({ BolDocument: file }: Json): Buffer[] {
  if (file === undefined) throwUnreadable('bill of lading');
  return decodeFiles([file]);
}

/** One that isn't there yet is an empty list. @throws CarrierFault */
export function parseRlDocuments({ Documents: files }: Json): Buffer[] {
  if (!Array.isArray(files)) throwUnreadable('documents');
  return decodeFiles(toObjects(files).map(({ Data }) => Data));
}
