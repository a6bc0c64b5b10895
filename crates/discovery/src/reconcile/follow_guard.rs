use super::effects::Follow;

/// How many places a route is fetched back from. Programs that share a database may see one
/// service at different places; if each had its way again and again, the route would never rest.
const MOST: usize = 8;

/// Where a route leads: the address, and the container.
type Destination = (String, Option<String>);

/// Where an approved service was last found, and from where its route was sent there.
#[derive(Debug, Default)]
pub(super) struct FollowGuard {
    to: Option<Destination>,
    from: Vec<Destination>,
}

impl FollowGuard {
    /// Whether the route is to be sent after its service. Each way is gone once, until the service
    /// is elsewhere.
    pub(super) fn begins(&mut self, follow: &Follow) -> bool {
        let container = follow.container.as_ref().map(|link| link.id.clone());
        let to = (follow.to.clone(), container);
        if self.to.as_ref() != Some(&to) {
            *self = FollowGuard { to: Some(to), from: Vec::new() };
        }
        let from = (follow.before.to.clone(), follow.before.container_id.clone());
        let begins = self.from.len() < MOST && !self.from.contains(&from);
        if begins {
            self.from.push(from);
        }
        begins
    }
}
