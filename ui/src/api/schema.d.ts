export interface components { schemas: any }
