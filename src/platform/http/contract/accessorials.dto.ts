import { ApiSchema } from '@nestjs/swagger';
import {
  LIMITED_ACCESS_KINDS,
  type LimitedAccess,
  type LimitedAccessKind,
} from '../../../domain/limited-access.js';
import { RejectUnknownFields } from './reject-unknown-fields.js';
import { Choice, Flag } from './fields.js';

@RejectUnknownFields()
@ApiSchema({
  description: 'Services beyond dock-to-dock transport. The carrier charges for each service that is true.',
})
export class AccessorialsDto {
  /** Liftgate at pickup. */
  @Flag({ optional: true }) origin_liftgate?: boolean;
  /** Liftgate at delivery. */
  @Flag({ optional: true }) destination_liftgate?: boolean;
  /** Pickup inside the building. */
  @Flag({ optional: true }) inside_pickup?: boolean;
  /** Delivery inside the building. */
  @Flag({ optional: true }) inside_delivery?: boolean;
  /** Pickup at a residence. */
  @Flag({ optional: true }) residential_pickup?: boolean;
  /** Delivery to a residence. */
  @Flag({ optional: true }) residential_delivery?: boolean;
  /** Delivery by appointment. */
  @Flag({ optional: true }) delivery_appointment?: boolean;
  /** A call to the consignee before delivery. */
  @Flag({ optional: true }) notify_before_delivery?: boolean;
  /** Sorting and segregating at delivery. */
  @Flag({ optional: true }) sort_and_segregate?: boolean;
  /** Hazardous materials. */
  @Flag({ optional: true }) hazmat?: boolean;
  /** Pickup by appointment. */
  @Flag({ optional: true }) pickup_appointment?: boolean;
  /** Pickup at a limited access location; `limited_access.pickup` specifies its type. */
  @Flag({ optional: true }) limited_access_pickup?: boolean;
  /** Delivery to a limited access location; `limited_access.delivery` specifies its type. */
  @Flag({ optional: true }) limited_access_delivery?: boolean;
  /** Protection from freezing. */
  @Flag({ optional: true }) protect_from_cold?: boolean;
  /** Protection from heat. */
  @Flag({ optional: true }) protect_from_heat?: boolean;
  /** A handling unit of eight feet or more. Lading also adds it based on the dimensions. */
  @Flag({ optional: true }) overlength?: boolean;
  /** The only shipment at this pickup. */
  @Flag({ optional: true }) single_shipment?: boolean;
}

@RejectUnknownFields()
@ApiSchema({
  description:
    'The types of limited access at pickup and delivery. Each adds the matching limited access accessorial.',
})
export class LimitedAccessDto implements LimitedAccess {
  /** The type of location at pickup. */
  @Choice(LIMITED_ACCESS_KINDS, { optional: true }) pickup?: LimitedAccessKind;
  /** The type of location at delivery. */
  @Choice(LIMITED_ACCESS_KINDS, { optional: true }) delivery?: LimitedAccessKind;
}
