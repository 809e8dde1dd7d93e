import { toDto } from '../../../platform/http/contract/case-mapper.js';
import type { CarrierCall } from './carrier-call.entity.js';
import { CarrierCallDto } from './carrier-calls.dto.js';

export function toCarrierCallDto(call: CarrierCall): CarrierCallDto {
  return toDto(CarrierCallDto, call, {
    object: 'carrier_call',
    carrier: call.scac,
    response_body: call.answer,
  });
}
