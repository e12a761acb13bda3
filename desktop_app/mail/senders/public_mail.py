"""Domains at which anybody gets an address."""

from __future__ import annotations

from desktop_app.mail.senders.domains import owner

_PUBLIC = frozenset(
    (
        "gmail.com googlemail.com localhost msn.com windowslive.com aol.com aim.com "
        "netscape.net icloud.com me.com mac.com web.de mail.com email.com usa.com "
        "consultant.com post.com lawyer.com accountant.com financier.com representative.com "
        "execs.com dr.com europe.com asia.com myself.com techie.com engineer.com contractor.net "
        "workmail.com t-online.de freenet.de posteo.de mailbox.org arcor.de proton.me "
        "protonmail.com pm.me tutanota.com tuta.io fastmail.com fastmail.fm hey.com zoho.com "
        "zohomail.com hushmail.com juno.com netzero.net netzero.com excite.com lycos.com "
        "bigfoot.com usa.net mailcity.com bellsouth.net att.net sbcglobal.net comcast.net "
        "verizon.net cox.net charter.net earthlink.net shaw.ca rogers.com sympatico.ca "
        "btinternet.com sky.com talktalk.net virginmedia.com ntlworld.com tiscali.co.uk "
        "orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr libero.it tiscali.it "
        "virgilio.it alice.it tin.it bluewin.ch hispeed.ch telenet.be skynet.be ziggo.nl "
        "planet.nl kpnmail.nl home.nl seznam.cz centrum.cz wp.pl o2.pl onet.pl interia.pl "
        "citromail.hu freemail.hu abv.bg inbox.lv ukr.net i.ua mail.ru bk.ru list.ru inbox.ru "
        "yandex.ru yandex.com ya.ru rambler.ru vk.com qq.com 163.com 126.com yeah.net sina.com "
        "sina.cn sohu.com foxmail.com aliyun.com tom.com 21cn.com naver.com daum.net "
        "hanmail.net kakao.com nate.com rediffmail.com sify.com indiatimes.com uol.com.br "
        "bol.com.br terra.com.br ig.com.br globo.com walla.com walla.co.il mynet.com "
        "optusnet.com.au bigpond.com xtra.co.nz mweb.co.za vodamail.co.za"
    ).split()
)
"""Domains of free mailboxes, and of those that come with a line, as their providers offer them."""

_IN_MANY_LANDS = frozenset(("yahoo", "hotmail", "outlook", "live", "gmx", "ymail", "rocketmail"))


def is_public(domain: str) -> bool:
    """Whether a domain is one at which anybody gets an address, or of the name of a provider that
    is in many lands. A common one does not make two people colleagues."""
    return domain in _PUBLIC or owner(domain) in _IN_MANY_LANDS
