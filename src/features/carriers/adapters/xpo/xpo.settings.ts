import { IsBoolean, IsOptional, IsString, Length } from 'class-validator';
import { Setting, HttpUrl, StandingPickup } from '../../setting.js';

export class XpoSettings {
  @Setting('Consumer key of the API account.', { secret: true })
  @IsString()
  @Length(4, 255)
  consumer_key: string;

  @Setting('Consumer secret of the API account.', { secret: true })
  @IsString()
  @Length(4, 255)
  consumer_secret: string;

  @Setting('User name of the API account.')
  @IsString()
  @Length(1, 255)
  username: string;

  @Setting('Password of the user.', { secret: true })
  @IsString()
  @Length(4, 255)
  password: string;

  @Setting("XPO's `acctInstId` of the shipper's account.")
  @IsString()
  @Length(1, 50)
  account: string;

  @Setting('Default: `https://api.ltl.xpo.com`. XPO has no sandbox host.')
  @IsOptional()
  @HttpUrl()
  base_url?: string;

  @Setting('Default: `/token` below `base_url`. Newer clients of XPO use `https://api.xpo.com/token`.')
  @IsOptional()
  @HttpUrl()
  token_url?: string;

  @Setting('True sends bookings with `testMode=Y`: XPO books nothing. Quotes are real.')
  @IsOptional()
  @IsBoolean()
  test_bookings?: boolean;

  @Setting("XPO's code of a delivery appointment. Default: `TDC`; one client of XPO sends `APT`.")
  @IsOptional()
  @IsString()
  @Length(3, 3)
  appointment_code?: string;

  @Setting('Reference code of bill of lading numbers in bookings. Default: `BL#`, which is uncertain.')
  @IsOptional()
  @IsString()
  @Length(1, 10)
  bol_reference_code?: string;

  @StandingPickup()
  standing_pickup?: boolean;
}
