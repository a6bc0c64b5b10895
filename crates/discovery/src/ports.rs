//! What is known of port numbers, wherever they are found.

/// What listens here speaks something else than HTTP.
pub(crate) const NOT_HTTP: [u16; 32] = [
    21, 22, 23, 25, 53, 110, 111, 143, 389, 465, 587, 636, 993, 995, 1433, 1521, 1883, 2049, 2181,
    3306, 3389, 4222, 5432, 5672, 5900, 6379, 7946, 8883, 9042, 9092, 11211, 27017,
];

/// Where most pages are.
pub(crate) const COMMON: [u16; 3] = [80, 8080, 3000];
