use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A network such as `10.0.0.0/8`; a bare address is a network of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network(pub IpNet);

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let network =
            text.trim().parse().or_else(|_| text.trim().parse::<IpAddr>().map(IpNet::from));
        network
            .map(Network)
            .map_err(|_| "expected a network such as 192.168.1.0/24, or an address".to_owned())
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Network {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Network {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_network_of_one() {
        assert_eq!("10.1.2.3".parse::<Network>().expect("address").to_string(), "10.1.2.3/32");
        assert_eq!("fd00::/8".parse::<Network>().expect("network").to_string(), "fd00::/8");
        for bad in ["", "10.0.0.0/33", "lan", "10.0.0.0-10.0.0.9"] {
            assert!(bad.parse::<Network>().is_err(), "{bad:?}");
        }
    }
}
