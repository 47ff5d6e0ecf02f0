extension MemberState {
    /// Returns the member states of a region, sorted by name without accents.
    static func all(in region: Region) -> [MemberState] {
        byRegion[region] ?? []
    }

    private static let byRegion = Region.allCases.reduce(into: [Region: [MemberState]]()) { states, region in
        states[region] = table(of: region).split(separator: "\n").compactMap { MemberState(row: $0) }
    }

    /// Reads `code | joined | name | capital | area`, and the Wikipedia article if its title is not the name.
    private init?(row: Substring) {
        let fields = row.split(separator: " | ").map(String.init)
        guard fields.count == 5 || fields.count == 6, let area = Int(fields[4]) else { return nil }
        let article = fields.count == 6 ? fields[5] : fields[2]
        let path = String(article.map { $0 == " " ? "_" : $0 })
        self.init(
            name: fields[2], capital: fields[3], code: fields[0], area: area, joined: fields[1],
            link: "https://en.wikipedia.org/wiki/\(path)")
    }

    private static func table(of region: Region) -> String {
        switch region {
        case .africa:
            """
            DZ | 1962-10-08 | Algeria | Algiers | 2381740
            AO | 1976-12-01 | Angola | Luanda | 1246700
            BJ | 1960-09-20 | Benin | Porto-Novo | 112622
            BW | 1966-10-17 | Botswana | Gaborone | 581730
            BF | 1960-09-20 | Burkina Faso | Ouagadougou | 274200
            BI | 1962-09-18 | Burundi | Gitega | 27830
            CV | 1975-09-16 | Cabo Verde | Praia | 4033 | Cape_Verde
            CM | 1960-09-20 | Cameroon | Yaoundé | 475440
            CF | 1960-09-20 | Central African Republic | Bangui | 622984
            TD | 1960-09-20 | Chad | N'Djamena | 1284000
            KM | 1975-11-12 | Comoros | Moroni | 1862
            CG | 1960-09-20 | Congo | Brazzaville | 342000 | Republic_of_the_Congo
            CI | 1960-09-20 | Côte d'Ivoire | Yamoussoukro | 322463 | Ivory_Coast
            CD | 1960-09-20 | Democratic Republic of the Congo | Kinshasa | 2344858
            DJ | 1977-09-20 | Djibouti | Djibouti | 23200
            EG | 1945-10-24 | Egypt | Cairo | 1001450
            GQ | 1968-11-12 | Equatorial Guinea | Ciudad de la Paz | 28051
            ER | 1993-05-28 | Eritrea | Asmara | 117600
            SZ | 1968-09-24 | Eswatini | Mbabane | 17364
            ET | 1945-11-13 | Ethiopia | Addis Ababa | 1104300
            GA | 1960-09-20 | Gabon | Libreville | 267667
            GM | 1965-09-21 | Gambia | Banjul | 11300 | The_Gambia
            GH | 1957-03-08 | Ghana | Accra | 238533
            GN | 1958-12-12 | Guinea | Conakry | 245857
            GW | 1974-09-17 | Guinea-Bissau | Bissau | 36125
            KE | 1963-12-16 | Kenya | Nairobi | 580367
            LS | 1966-10-17 | Lesotho | Maseru | 30355
            LR | 1945-11-02 | Liberia | Monrovia | 111369
            LY | 1955-12-14 | Libya | Tripoli | 1759540
            MG | 1960-09-20 | Madagascar | Antananarivo | 587041
            MW | 1964-12-01 | Malawi | Lilongwe | 118484
            ML | 1960-09-28 | Mali | Bamako | 1240192
            MR | 1961-10-27 | Mauritania | Nouakchott | 1030700
            MU | 1968-04-24 | Mauritius | Port Louis | 2040
            MA | 1956-11-12 | Morocco | Rabat | 446550
            MZ | 1975-09-16 | Mozambique | Maputo | 799380
            NA | 1990-04-23 | Namibia | Windhoek | 824292
            NE | 1960-09-20 | Niger | Niamey | 1267000
            NG | 1960-10-07 | Nigeria | Abuja | 923768
            RW | 1962-09-18 | Rwanda | Kigali | 26338
            ST | 1975-09-16 | São Tomé and Príncipe | São Tomé | 964 | S%C3%A3o_Tom%C3%A9_and_Pr%C3%ADncipe
            SN | 1960-09-28 | Senegal | Dakar | 196722
            SC | 1976-09-21 | Seychelles | Victoria | 455
            SL | 1961-09-27 | Sierra Leone | Freetown | 71740
            SO | 1960-09-20 | Somalia | Mogadishu | 637657
            ZA | 1945-11-07 | South Africa | Pretoria | 1219090
            SS | 2011-07-14 | South Sudan | Juba | 644329
            SD | 1956-11-12 | Sudan | Khartoum | 1861484
            TZ | 1961-12-14 | Tanzania | Dodoma | 947300
            TG | 1960-09-20 | Togo | Lomé | 56785
            TN | 1956-11-12 | Tunisia | Tunis | 163610
            UG | 1962-10-25 | Uganda | Kampala | 241038
            ZM | 1964-12-01 | Zambia | Lusaka | 752618
            ZW | 1980-08-25 | Zimbabwe | Harare | 390757
            """
        case .americas:
            """
            AG | 1981-11-11 | Antigua and Barbuda | St. John's | 443
            AR | 1945-10-24 | Argentina | Buenos Aires | 2780400
            BS | 1973-09-18 | Bahamas | Nassau | 13880 | The_Bahamas
            BB | 1966-12-09 | Barbados | Bridgetown | 430
            BZ | 1981-09-25 | Belize | Belmopan | 22966
            BO | 1945-11-14 | Bolivia | Sucre | 1098581
            BR | 1945-10-24 | Brazil | Brasília | 8515770
            CA | 1945-11-09 | Canada | Ottawa | 9984670
            CL | 1945-10-24 | Chile | Santiago | 756102
            CO | 1945-11-05 | Colombia | Bogotá | 1138910
            CR | 1945-11-02 | Costa Rica | San José | 51100
            CU | 1945-10-24 | Cuba | Havana | 110860
            DM | 1978-12-18 | Dominica | Roseau | 751
            DO | 1945-10-24 | Dominican Republic | Santo Domingo | 48670
            EC | 1945-12-21 | Ecuador | Quito | 283561
            SV | 1945-10-24 | El Salvador | San Salvador | 21041
            GD | 1974-09-17 | Grenada | St. George's | 344
            GT | 1945-11-21 | Guatemala | Guatemala City | 108889
            GY | 1966-09-20 | Guyana | Georgetown | 214969
            HT | 1945-10-24 | Haiti | Port-au-Prince | 27750
            HN | 1945-12-17 | Honduras | Tegucigalpa | 112090
            JM | 1962-09-18 | Jamaica | Kingston | 10991
            MX | 1945-11-07 | Mexico | Mexico City | 1964375
            NI | 1945-10-24 | Nicaragua | Managua | 130370
            PA | 1945-11-13 | Panama | Panama City | 75420
            PY | 1945-10-24 | Paraguay | Asunción | 406752
            PE | 1945-10-31 | Peru | Lima | 1285216
            KN | 1983-09-23 | Saint Kitts and Nevis | Basseterre | 261
            LC | 1979-09-18 | Saint Lucia | Castries | 616
            VC | 1980-09-16 | Saint Vincent and the Grenadines | Kingstown | 389
            SR | 1975-12-04 | Suriname | Paramaribo | 163820
            TT | 1962-09-18 | Trinidad and Tobago | Port of Spain | 5128
            US | 1945-10-24 | United States | Washington, D.C. | 9833517
            UY | 1945-12-18 | Uruguay | Montevideo | 176215
            VE | 1945-11-15 | Venezuela | Caracas | 912050
            """
        case .asia:
            """
            AF | 1946-11-19 | Afghanistan | Kabul | 652230
            AM | 1992-03-02 | Armenia | Yerevan | 29743
            AZ | 1992-03-02 | Azerbaijan | Baku | 86600
            BH | 1971-09-21 | Bahrain | Manama | 760
            BD | 1974-09-17 | Bangladesh | Dhaka | 148460
            BT | 1971-09-21 | Bhutan | Thimphu | 38394
            BN | 1984-09-21 | Brunei | Bandar Seri Begawan | 5765
            KH | 1955-12-14 | Cambodia | Phnom Penh | 181035
            CN | 1945-10-24 | China | Beijing | 9596960
            CY | 1960-09-20 | Cyprus | Nicosia | 9251
            GE | 1992-07-31 | Georgia | Tbilisi | 69700 | Georgia_(country)
            IN | 1945-10-30 | India | New Delhi | 3287263
            ID | 1950-09-28 | Indonesia | Jakarta | 1904569
            IR | 1945-10-24 | Iran | Tehran | 1648195
            IQ | 1945-12-21 | Iraq | Baghdad | 438317
            IL | 1949-05-11 | Israel | Jerusalem | 20770
            JP | 1956-12-18 | Japan | Tokyo | 377915
            JO | 1955-12-14 | Jordan | Amman | 89342
            KZ | 1992-03-02 | Kazakhstan | Astana | 2724900
            KW | 1963-05-14 | Kuwait | Kuwait City | 17818
            KG | 1992-03-02 | Kyrgyzstan | Bishkek | 199951
            LA | 1955-12-14 | Laos | Vientiane | 236800
            LB | 1945-10-24 | Lebanon | Beirut | 10400
            MY | 1957-09-17 | Malaysia | Kuala Lumpur | 329847
            MV | 1965-09-21 | Maldives | Malé | 298
            MN | 1961-10-27 | Mongolia | Ulaanbaatar | 1564116
            MM | 1948-04-19 | Myanmar | Naypyidaw | 676578
            NP | 1955-12-14 | Nepal | Kathmandu | 147181
            KP | 1991-09-17 | North Korea | Pyongyang | 120538
            OM | 1971-10-07 | Oman | Muscat | 309500
            PK | 1947-09-30 | Pakistan | Islamabad | 796095
            PH | 1945-10-24 | Philippines | Manila | 300000
            QA | 1971-09-21 | Qatar | Doha | 11586
            SA | 1945-10-24 | Saudi Arabia | Riyadh | 2149690
            SG | 1965-09-21 | Singapore | Singapore | 719
            KR | 1991-09-17 | South Korea | Seoul | 99720
            LK | 1955-12-14 | Sri Lanka | Sri Jayawardenepura Kotte | 65610
            SY | 1945-10-24 | Syria | Damascus | 185180
            TJ | 1992-03-02 | Tajikistan | Dushanbe | 144100
            TH | 1946-12-16 | Thailand | Bangkok | 513120
            TL | 2002-09-27 | Timor-Leste | Dili | 14874
            TR | 1945-10-24 | Türkiye | Ankara | 783562 | Turkey
            TM | 1992-03-02 | Turkmenistan | Ashgabat | 488100
            AE | 1971-12-09 | United Arab Emirates | Abu Dhabi | 83600
            UZ | 1992-03-02 | Uzbekistan | Tashkent | 447400
            VN | 1977-09-20 | Vietnam | Hanoi | 331210
            YE | 1947-09-30 | Yemen | Sana'a | 527968
            """
        case .europe:
            """
            AL | 1955-12-14 | Albania | Tirana | 28748
            AD | 1993-07-28 | Andorra | Andorra la Vella | 468
            AT | 1955-12-14 | Austria | Vienna | 83871
            BY | 1945-10-24 | Belarus | Minsk | 207600
            BE | 1945-12-27 | Belgium | Brussels | 30528
            BA | 1992-05-22 | Bosnia and Herzegovina | Sarajevo | 51197
            BG | 1955-12-14 | Bulgaria | Sofia | 110879
            HR | 1992-05-22 | Croatia | Zagreb | 56594
            CZ | 1993-01-19 | Czechia | Prague | 78867 | Czech_Republic
            DK | 1945-10-24 | Denmark | Copenhagen | 43094
            EE | 1991-09-17 | Estonia | Tallinn | 45228
            FI | 1955-12-14 | Finland | Helsinki | 338145
            FR | 1945-10-24 | France | Paris | 643801
            DE | 1973-09-18 | Germany | Berlin | 357022
            GR | 1945-10-25 | Greece | Athens | 131957
            HU | 1955-12-14 | Hungary | Budapest | 93028
            IS | 1946-11-19 | Iceland | Reykjavík | 103000
            IE | 1955-12-14 | Ireland | Dublin | 70273 | Republic_of_Ireland
            IT | 1955-12-14 | Italy | Rome | 301340
            LV | 1991-09-17 | Latvia | Riga | 64589
            LI | 1990-09-18 | Liechtenstein | Vaduz | 160
            LT | 1991-09-17 | Lithuania | Vilnius | 65300
            LU | 1945-10-24 | Luxembourg | Luxembourg | 2586
            MT | 1964-12-01 | Malta | Valletta | 316
            MD | 1992-03-02 | Moldova | Chișinău | 33851
            MC | 1993-05-28 | Monaco | Monaco | 2
            ME | 2006-06-28 | Montenegro | Podgorica | 13812
            NL | 1945-12-10 | Netherlands | Amsterdam | 41543
            MK | 1993-04-08 | North Macedonia | Skopje | 25713
            NO | 1945-11-27 | Norway | Oslo | 323802
            PL | 1945-10-24 | Poland | Warsaw | 312685
            PT | 1955-12-14 | Portugal | Lisbon | 92090
            RO | 1955-12-14 | Romania | Bucharest | 238391
            RU | 1945-10-24 | Russia | Moscow | 17098242
            SM | 1992-03-02 | San Marino | San Marino | 61
            RS | 2000-11-01 | Serbia | Belgrade | 77474
            SK | 1993-01-19 | Slovakia | Bratislava | 49035
            SI | 1992-05-22 | Slovenia | Ljubljana | 20273
            ES | 1955-12-14 | Spain | Madrid | 505370
            SE | 1946-11-19 | Sweden | Stockholm | 450295
            CH | 2002-09-10 | Switzerland | Bern | 41277
            UA | 1945-10-24 | Ukraine | Kyiv | 603550
            GB | 1945-10-24 | United Kingdom | London | 243610
            """
        case .oceania:
            """
            AU | 1945-11-01 | Australia | Canberra | 7741220
            FJ | 1970-10-13 | Fiji | Suva | 18274
            KI | 1999-09-14 | Kiribati | South Tarawa | 811
            MH | 1991-09-17 | Marshall Islands | Majuro | 181
            FM | 1991-09-17 | Micronesia | Palikir | 702 | Federated_States_of_Micronesia
            NR | 1999-09-14 | Nauru | Yaren | 21
            NZ | 1945-10-24 | New Zealand | Wellington | 268838
            PW | 1994-12-15 | Palau | Ngerulmud | 459
            PG | 1975-10-10 | Papua New Guinea | Port Moresby | 462840
            WS | 1976-12-15 | Samoa | Apia | 2831
            SB | 1978-09-19 | Solomon Islands | Honiara | 28896
            TO | 1999-09-14 | Tonga | Nuku'alofa | 747
            TV | 2000-09-05 | Tuvalu | Funafuti | 26
            VU | 1981-09-15 | Vanuatu | Port Vila | 12189
            """
        }
    }
}
