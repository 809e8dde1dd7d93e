import { IsBoolean, IsEmail, IsOptional, IsString, IsTimeZone, Length, Matches } from 'class-validator';
import { Setting, HttpUrl, StandingPickup } from '../../setting.js';

/** An account with Estes, a MyEstes user, and the API key of that user. */
export class EstesSettings {
  @Setting('API key of the MyEstes user.', { secret: true })
  @IsString()
  @Length(4, 255)
  api_key: string;

  @Setting('MyEstes user name.')
  @IsString()
  @Length(1, 255)
  username: string;

  @Setting('Password of the MyEstes user.', { secret: true })
  @IsString()
  @Length(4, 255)
  password: string;

  @Setting('Account number of the shipper and payer.')
  @IsString()
  @Length(1, 20)
  account: string;

  @Setting(
    'Default: `https://cloudapi.estes-express.com`. Test system: `https://uat-cloudapi.estes-express.com`.',
  )
  @IsOptional()
  @HttpUrl()
  base_url?: string;

  @Setting('Contact for questions about a quote. Set all three requestor fields or none.')
  @IsOptional()
  @IsString()
  @Length(1, 60)
  requestor_name?: string;

  @Setting('Phone number of the contact: ten digits.')
  @IsOptional()
  @Matches(/^\d{10}$/, { message: 'requestor_phone must have ten digits' })
  requestor_phone?: string;

  @Setting('Email address of the contact.')
  @IsOptional()
  @IsEmail()
  requestor_email?: string;

  @Setting('`version` of bills of lading. Default: `v2.0.1`.')
  @IsOptional()
  @Matches(/^[\w.]{1,10}$/)
  bol_version?: string;

  @Setting(
    'True sends bills of lading with `isTest`: Estes books nothing and gets no pickup requests. Quotes are real.',
  )
  @IsOptional()
  @IsBoolean()
  test_bookings?: boolean;

  @Setting('Time zone of scans. Default: `America/New_York`, which is uncertain.')
  @IsOptional()
  @IsTimeZone()
  time_zone?: string;

  @StandingPickup()
  standing_pickup?: boolean;
}
